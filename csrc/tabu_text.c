/* SPDX-License-Identifier: MIT
 *
 * Tabu: notation of moves and positions, and the text board. */
#include "tabu.h"

#define FEN_SIZE 1024 /* the longest position text is shorter */

static const char KIND_LETTERS[KINDS + 1] = "VPS";

/* ---- Move notation (TB-14) ---------------------------------------------------------------------- */

static bool is_square(int square) {
    return column_of(square) < LARGEST_BOARD && row_of(square) < LARGEST_BOARD;
}

bool tabu_move_text(tc_move move, tc_writer *out) {
    if (move == PASS) {
        put_text(out, "pass");
        return true;
    }
    if (move > PASS || !is_square(move_from(move)) || !is_square(move_to(move)))
        return false;
    put_char(out, KIND_LETTERS[move_kind(move)]);
    tabu_put_square(out, move_from(move));
    put_char(out, move & CAPTURE ? 'x' : '-');
    tabu_put_square(out, move_to(move));
    return true;
}

tc_status tabu_move_parse(const char *text, tc_move *move, tc_error *error) {
    const char *const end = text + strlen(text), *sign = strpbrk(text, "-x");
    const char *kind = *text ? strchr(KIND_LETTERS, *text) : NULL;
    *move = PASS;
    if (strcmp(text, "pass") == 0)
        return TC_OK;
    const int from = kind && sign ? tabu_read_square((tc_field){text + 1, (size_t)(sign - text - 1)}) : NOWHERE;
    const int to = sign ? tabu_read_square((tc_field){sign + 1, (size_t)(end - sign - 1)}) : NOWHERE;
    if (from == NOWHERE || to == NOWHERE)
        return fail(error, TC_BAD_MOVE, "'%.40s' is not a move of tabu (TB-14); moves look like Pa12-a8, Sc11xc6 "
                    "or pass, with the pieces V, P, S and squares a1 to o15", text);
    *move = encode((int)(kind - KIND_LETTERS), from, to, *sign == 'x');
    return TC_OK;
}

/* ---- Position notation -------------------------------------------------------------------------- */

/* <board> <turn> <ply> <players> <out>[ options]; docs/rules/tabu.md has the grammar. */

/* What stands on each square: a letter and a colour, or zeros. */
typedef struct tabu_cells {
    char letter[SQUARES], colour[SQUARES];
} tabu_cells;

static void fill_cells(const tabu_state *s, tabu_cells *cells) {
    memset(cells, 0, sizeof *cells);
    for (int colour = 0; colour < COLOURS; colour++)
        for (int slot = 0; slot < SLOTS; slot++) {
            const int square = s->at[colour][slot];
            if (square == NOWHERE)
                continue;
            const bool shared = cells->letter[square] == 'V'; /* with the Priest, who comes later */
            cells->letter[square] = shared ? 'W' : KIND_LETTERS[KIND_OF_SLOT[slot]];
            cells->colour[square] = (char)('1' + colour);
        }
}

static void put_run(unsigned *empty, tc_writer *out) {
    if (*empty > 0)
        put_number(out, *empty);
    *empty = 0;
}

static void put_board(const tabu *g, const tabu_state *s, tc_writer *out) {
    tabu_cells cells;
    fill_cells(s, &cells);
    for (int row = g->layout.size - 1; row >= 0; row--) {
        unsigned empty = 0;
        for (int square = 16 * row; square < 16 * row + g->layout.size; square++) {
            if (!cells.letter[square]) {
                empty++;
                continue;
            }
            put_run(&empty, out);
            put_char(out, cells.letter[square]);
            put_char(out, cells.colour[square]);
        }
        put_run(&empty, out);
        put_text(out, row ? "/" : "");
    }
}

static void put_out(const tabu_state *s, tc_writer *out) {
    put_text(out, s->out ? "" : "-");
    for (unsigned left = s->out; left; left &= left - 1) {
        put_text(out, left == s->out ? "" : ",");
        put_number(out, (unsigned)lowest(left) + 1);
    }
}

static void put_options(const tabu *g, tc_writer *out) {
    put_order(&g->base, out);
    put_text(out, g->descend_stairs ? " descend=stairs" : "");
    put_text(out, g->inert ? " eliminated=inert" : "");
    if (g->max_plies != DEFAULT_MAX_PLIES) {
        put_text(out, " max_plies=");
        put_number(out, g->max_plies);
    }
    put_text(out, g->custom_layout ? " layout=" : "");
    put_text(out, g->custom_layout ? g->layout.hash : "");
}

void tabu_fen(const tc_game *game, const tc_state *state, tc_writer *out) {
    const tabu_state *s = position_of(state);
    put_board(tabu_of(game), s, out);
    const unsigned numbers[3] = {s->turn + 1u, s->ply, (unsigned)game->players};
    for (int i = 0; i < 3; i++) {
        put_char(out, ' ');
        put_number(out, numbers[i]);
    }
    put_char(out, ' ');
    put_out(s, out);
    put_options(tabu_of(game), out);
}

enum { BOARD, TURN, PLY, PLAYERS, OUT, FIELDS };

/* Split a position into its five fields; *rest is what follows, NULL if nothing does. */
static tc_status split(const char *text, tc_field fields[FIELDS], const char **rest, tc_error *error) {
    *rest = text;
    for (int i = 0; i < FIELDS; i++)
        if (!next_field(rest, text + strlen(text), ' ', &fields[i]))
            return fail(error, TC_BAD_POSITION,
                        "position '%.60s' makes no sense: it has %d of the 5 fields <board> <turn> <ply> <players> "
                        "<out>, parted by single spaces", text, i);
    return TC_OK;
}

/* Copy an option's value into the setup. */
static tc_status add_option(tc_field option, const char *name, size_t *used, tc_setup *setup, tc_error *error) {
    const char *value = option.start + strlen(name) + 1;
    const size_t length = option.length - strlen(name) - 1;
    if (*used + length + 1 > sizeof setup->values || setup->n_options == TC_MAX_OPTIONS)
        return bad_part(error, "option", option, "that is too long, or too many");
    setup->options[setup->n_options++] = (tc_option){name, setup->values + *used};
    memcpy(setup->values + *used, value, length);
    setup->values[*used + length] = '\0';
    *used += length + 1;
    return TC_OK;
}

static const char *name_of(tc_field option) {
    static const char *const NAMES[] = {"order", "descend", "eliminated", "max_plies", "layout"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        if (field_begins(option, NAMES[i]) && option.length > strlen(NAMES[i]) && option.start[strlen(NAMES[i])] == '=')
            return NAMES[i];
    return NULL;
}

tc_status tabu_read_setup(const char *text, tc_setup *setup, tc_error *error) {
    const char *rest;
    tc_field fields[FIELDS], option;
    uint64_t players;
    size_t used = 0;
    tc_status status = split(text, fields, &rest, error);
    if (status != TC_OK)
        return status;
    if (!field_number(fields[PLAYERS], TC_MAX_PLAYERS, &players) || players < 2)
        return bad_part(error, "number of players", fields[PLAYERS], "it is 2, 3 or 4 (TB-2)");
    setup->players = (int)players;
    while (status == TC_OK && next_field(&rest, text + strlen(text), ' ', &option)) {
        const char *name = name_of(option);
        if (!name)
            return bad_part(error, "option", option, "there is: " OPTION_NAMES);
        if (strcmp(name, "layout") != 0) /* the text has its hash alone, and from_fen judges it */
            status = add_option(option, name, &used, setup, error);
    }
    return status;
}

/* The layout that a text names must be the game's: a text without a name means the default one. */
static tc_status check_layout_name(const tabu *g, const char *text, const char *rest, tc_error *error) {
    tc_field option, named = {text, 0};
    while (next_field(&rest, text + strlen(text), ' ', &option))
        if (field_begins(option, "layout="))
            named = (tc_field){option.start + 7, option.length - 7};
    if (g->custom_layout ? field_is(named, g->layout.hash) : named.length == 0)
        return TC_OK;
    return fail(error, TC_BAD_POSITION, "position is of layout '%.*s', not of '%s' (TB-13); give the position's own layout "
                "file beside it, and none for the default layout", named.length ? shown(named) : 7,
                named.length ? named.start : "default", g->custom_layout ? g->layout.hash : "default");
}

/* What reading a board field needs. */
typedef struct tabu_reader {
    const tabu *g;
    tabu_state *s;
} tabu_reader;

static tc_status place_kind(const tabu_reader *r, int kind, int colour, int square, const char *piece,
                            tc_error *error) {
    static const int FIRST[KINDS + 1] = {0, FIRST_PRIEST, FIRST_SOLDIER, SLOTS};
    for (int slot = FIRST[kind]; slot < FIRST[kind + 1] && r->g->layout.setup[colour][slot] != NOWHERE; slot++) {
        if (r->s->at[colour][slot] != NOWHERE)
            continue;
        r->s->at[colour][slot] = (uint8_t)square;
        return TC_OK;
    }
    return fail(error, TC_BAD_POSITION, "%s makes no sense: the colour has more of this kind than in the setup (TB-5)",
                piece);
}

/* Judge a square for a piece (TB-2, TB-8, TB-9, TB-10); NULL if it may stand there. */
static const char *place_fault(const tabu *g, char letter, int colour, int square) {
    const int owner = g->layout.owner[square];
    if (g->player[colour] == TC_MAX_PLAYERS)
        return "nobody has that colour (TB-2)";
    if (owner != 0 && owner != colour + 1)
        return "nothing stands on a taboo square of another colour (TB-8)";
    if (square == g->layout.altar && letter != 'V')
        return "only a Virgin, alone, stands on the altar (TB-10)";
    if (letter == 'W' && (owner == 0 || g->layout.area_size[g->layout.area[square]] != 1))
        return "a Virgin shares a square only in an area of one square of her colour (TB-9)";
    return NULL;
}

static tc_status place_piece(void *context, char letter, int colour, int square, tc_error *error) {
    const tabu_reader *r = context;
    char piece[16];
    tc_writer out = {piece, sizeof piece, 0};
    put_char(&out, letter);
    put_char(&out, (char)('1' + colour));
    put_text(&out, " on ");
    tabu_put_square(&out, square);
    put_end(&out);
    const char *fault = place_fault(r->g, letter, colour, square);
    if (fault)
        return fail(error, TC_BAD_POSITION, "%s makes no sense: %s", piece, fault);
    tc_status status = TC_OK;
    if (letter == 'V' || letter == 'W')
        status = place_kind(r, VIRGIN, colour, square, piece, error);
    if (status == TC_OK && letter != 'V')
        status = place_kind(r, letter == 'S' ? SOLDIER : PRIEST, colour, square, piece, error);
    return status;
}

/* Pieces were placed from the top row down: sort them, and fill the lines. */
static void finish_pieces(tabu_state *s) {
    for (int colour = 0; colour < COLOURS; colour++) {
        for (int i = 0; i < SLOTS; i++) {
            settle(s->at[colour] + FIRST_PRIEST, FIRST_SOLDIER - FIRST_PRIEST);
            settle(s->at[colour] + FIRST_SOLDIER, SLOTS - FIRST_SOLDIER);
        }
        for (int slot = 0; slot < SLOTS; slot++)
            put_on_lines(s, colour, slot);
    }
}

static tc_status read_out(tc_field text, int players, tabu_state *s, tc_error *error) {
    const char *rest = text.start;
    tc_field field;
    uint8_t player;
    if (field_is(text, "-"))
        return TC_OK;
    while (next_field(&rest, text.start + text.length, ',', &field)) {
        if (!field_player(field, players, &player))
            return bad_part(error, "players out", text, "it is '-' or players such as 1,3 (TB-11)");
        s->out |= (uint8_t)(1u << player);
    }
    return TC_OK;
}

static tc_status read_numbers(const tabu *g, const tc_field fields[FIELDS], tabu_state *s, tc_error *error) {
    uint64_t plies, players;
    if (!field_number(fields[PLAYERS], TC_MAX_PLAYERS, &players) || (int)players != g->base.players)
        return bad_part(error, "number of players", fields[PLAYERS], "the game has another one");
    const tc_status status = read_out(fields[OUT], g->base.players, s, error);
    if (status != TC_OK)
        return status;
    if (!field_player(fields[TURN], g->base.players, &s->turn) || s->out >> s->turn & 1)
        return bad_part(error, "player to move", fields[TURN], "it is a player who is not out (TB-11)");
    if (!field_number(fields[PLY], g->max_plies, &plies))
        return bad_part(error, "ply", fields[PLY], "it is 0 to max_plies (TB-12)");
    s->ply = (uint32_t)plies;
    return TC_OK;
}

/* A player is either out or has a Virgin, and one who is out has pieces only with eliminated=inert. */
static tc_status check_out(const tabu *g, tc_field text, const tabu_state *s, tc_error *error) {
    for (int player = 0; player < g->base.players; player++) {
        const uint8_t *at = s->at[g->colour[player]];
        const bool out = s->out >> player & 1;
        if (out == (at[0] != NOWHERE))
            return bad_part(error, "players out", text, "a player is either out or has a Virgin (TB-11)");
        for (int slot = 0; slot < SLOTS; slot++)
            if (out && !g->inert && at[slot] != NOWHERE)
                return bad_part(error, "players out", text, "the pieces of a player who is out are removed (TB-11)");
    }
    return TC_OK;
}

static void find_ending(const tabu *g, tabu_state *s) {
    if (popcount64(s->out) == g->base.players - 1)
        s->ending = TC_LAST;
    for (int player = 0; player < g->base.players; player++)
        if (s->at[g->colour[player]][0] == g->layout.altar)
            s->ending = TC_ALTAR;
}

/* Each position has one text; any other is refused. */
static tc_status check_text(const tc_game *game, const char *text, const tabu_state *s, tc_error *error) {
    char again[FEN_SIZE];
    tc_writer out = {again, sizeof again, 0};
    tabu_fen(game, (const tc_state *)(const void *)s, &out);
    put_end(&out);
    if (strcmp(text, again) == 0)
        return TC_OK;
    return fail(error, TC_BAD_POSITION, "position '%.150s' makes no sense: it is written '%.250s'", text, again);
}

tc_status tabu_from_fen(const tc_game *game, const char *text, tc_state *state, tc_error *error) {
    const tabu *g = tabu_of(game);
    tabu_state *s = mutable_position(state);
    tabu_reader reader = {g, s};
    tc_field fields[FIELDS];
    const char *rest;
    memset(s->at, NOWHERE, sizeof s->at);
    tc_status status = split(text, fields, &rest, error);
    if (status == TC_OK)
        status = check_layout_name(g, text, rest, error);
    if (status == TC_OK)
        status = tabu_read_board(fields[BOARD], g->layout.size, place_piece, &reader, error);
    if (status == TC_OK)
        status = read_numbers(g, fields, s, error);
    if (status == TC_OK)
        status = check_out(g, fields[OUT], s, error);
    if (status != TC_OK)
        return status;
    finish_pieces(s);
    find_ending(g, s);
    return check_text(game, text, s, error);
}

/* ---- Text board --------------------------------------------------------------------------------- */

/* A square in six columns: what stands on it, its level, and the colour of its area as a letter. */
static void put_board_square(const tabu *g, const tabu_cells *cells, int square, tc_writer *out) {
    const int owner = g->layout.owner[square];
    const bool last = column_of(square) == g->layout.size - 1; /* no blanks at the end of a line */
    put_text(out, " |");
    put_char(out, cells->letter[square] ? cells->letter[square] : '.');
    put_char(out, cells->letter[square] ? cells->colour[square] : '.');
    put_char(out, ' ');
    put_number(out, g->layout.level[square]);
    if (square == g->layout.altar || owner)
        put_char(out, owner ? (char)('a' - 1 + owner) : '*');
    else
        put_text(out, last ? "" : " ");
}

static void put_rows(const tabu *g, const tabu_state *s, tc_writer *out) {
    const int size = g->layout.size;
    tabu_cells cells;
    fill_cells(s, &cells);
    for (int row = size - 1; row >= 0; row--) {
        put_text(out, row < 9 ? " " : "");
        put_number(out, (unsigned)row + 1);
        for (int column = 0; column < size; column++)
            put_board_square(g, &cells, 16 * row + column, out);
        put_char(out, '\n');
    }
    put_text(out, "  ");
    for (int column = 0; column < size; column++) {
        put_text(out, column ? "      " : "  ");
        put_char(out, (char)('a' + column));
    }
    put_char(out, '\n');
}

static void put_stairs(const tabu *g, int colour, tc_writer *out) {
    put_text(out, colour ? "\n       " : "stairs ");
    put_number(out, (unsigned)colour + 1);
    put_char(out, ':');
    for (int square = 0; square < SQUARES; square++)
        for (int direction = 0; direction < DIRECTIONS; direction++)
            if (g->layout.stairs[colour][square] >> direction & 1) {
                put_char(out, ' ');
                tabu_put_square(out, square);
                put_char(out, '-');
                tabu_put_square(out, tabu_step(&g->layout, square, direction));
            }
}

void tabu_board(const tc_game *game, const tc_state *state, tc_writer *out) {
    const tabu *g = tabu_of(game);
    const tabu_state *s = position_of(state);
    put_rows(g, s, out);
    put_text(out, "piece and colour, level, area a-d of colour 1-4, * altar; W: Virgin and Priest\n");
    for (int colour = 0; colour < COLOURS; colour++)
        put_stairs(g, colour, out);
    put_text(out, "\nplayers out: ");
    put_out(s, out);
    put_text(out, "; ply ");
    put_number(out, s->ply);
    put_text(out, is_over(g, s) ? "; game over" : "; to move: ");
    if (!is_over(g, s))
        put_number(out, s->turn + 1u);
}
