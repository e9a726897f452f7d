/* SPDX-License-Identifier: MIT
 *
 * Tabu: options, start, result, notation, records. Moves are in tabu.h and tabu_kernel.h, the board in
 * tabu_layout.c. */
#include "tabu_kernel.h"

#include <stdlib.h>

#define TC_GAME tabu
#include "kernel.h"

#define OPTION_NAMES "order, descend, eliminated, max_plies, layout"
#define DEFAULT_MAX_PLIES 2000 /* TB-12 */
#define FEN_SIZE 1024          /* the longest position text is shorter */

static const char KIND_LETTERS[KINDS + 1] = "VPS";

static tabu_state *mutable_position(tc_state *state) {
    return (tabu_state *)(void *)state;
}

/* ---- Options ------------------------------------------------------------------------------------ */

/* Read an option that is one of two words; *second tells which. */
static tc_status read_choice(tc_option option, const char *words[2], bool *second, tc_error *error) {
    *second = strcmp(option.value, words[1]) == 0;
    if (*second || strcmp(option.value, words[0]) == 0)
        return TC_OK;
    return fail(error, TC_BAD_OPTION, "%s '%.40s' of tabu is neither '%s' nor '%s'", option.name, option.value,
                words[0], words[1]);
}

static tc_status read_max_plies(tabu *g, const char *value, tc_error *error) {
    uint64_t number;
    if (!field_number((tc_field){value, strlen(value)}, LARGEST_NUMBER, &number) || number == 0)
        return fail(error, TC_BAD_OPTION, "max_plies '%.40s' of tabu is not a number 1 to %d (TB-12)", value,
                    LARGEST_NUMBER);
    g->max_plies = (uint32_t)number;
    return TC_OK;
}

static tc_status read_option(tabu *g, tc_option option, const char **layout, tc_error *error) {
    static const char *DESCEND[2] = {"free", "stairs"}, *ELIMINATED[2] = {"remove", "inert"};
    if (strcmp(option.name, "order") == 0)
        return game_set_order(&g->base, option.value, error);
    if (strcmp(option.name, "descend") == 0)
        return read_choice(option, DESCEND, &g->descend_stairs, error);
    if (strcmp(option.name, "eliminated") == 0)
        return read_choice(option, ELIMINATED, &g->inert, error);
    if (strcmp(option.name, "max_plies") == 0)
        return read_max_plies(g, option.value, error);
    if (strcmp(option.name, "layout") != 0)
        return fail(error, TC_BAD_OPTION, "tabu has no option '%.40s'; there is: " OPTION_NAMES, option.name);
    *layout = option.value;
    return TC_OK;
}

static void seat_players(tabu *g) {
    static const uint8_t COLOURS_OF[TC_MAX_PLAYERS + 1][TC_MAX_PLAYERS] = {
        [2] = {0, 2}, [3] = {0, 1, 2}, [4] = {0, 1, 2, 3}}; /* TB-2 */
    memset(g->player, TC_MAX_PLAYERS, sizeof g->player);
    for (int player = 0; player < g->base.players; player++) {
        g->colour[player] = COLOURS_OF[g->base.players][player];
        g->player[g->colour[player]] = (uint8_t)player;
    }
}

/* Put a piece on the lines, unless its square is one that Virgin and Priest share (TB-9). */
static void put_on_lines(tabu_state *s, int colour, int slot) {
    const int square = s->at[colour][slot];
    if (square == NOWHERE || (KIND_OF_SLOT[slot] == PRIEST && s->at[colour][0] == square))
        return;
    toggle(s, colour, square);
}

static void set_up_start(tabu *g) {
    memset(g->start.at, NOWHERE, sizeof g->start.at);
    g->start.turn = g->base.order[0];
    for (int player = 0; player < g->base.players; player++) {
        const int colour = g->colour[player];
        memcpy(g->start.at[colour], g->layout.setup[colour], SLOTS);
        for (int slot = 0; slot < SLOTS; slot++)
            put_on_lines(&g->start, colour, slot);
    }
}

static tc_status configure(tc_game *game, const tc_option *options, size_t n_options, tc_error *error) {
    tabu *g = (tabu *)(void *)game;
    const char *layout = NULL;
    tc_status status = TC_OK;
    g->max_plies = DEFAULT_MAX_PLIES;
    for (size_t i = 0; i < n_options && status == TC_OK; i++)
        status = read_option(g, options[i], &layout, error);
    g->custom_layout = layout && strcmp(layout, tabu_default_layout) != 0;
    if (status == TC_OK)
        status = tabu_read_layout(layout ? layout : tabu_default_layout, &g->layout, error);
    if (status == TC_OK)
        status = tabu_build_tables(g, error);
    if (status == TC_OK) {
        seat_players(g);
        set_up_start(g);
    }
    return status;
}

static void release(tc_game *game) {
    free(((tabu *)(void *)game)->gates);
}

/* ---- State -------------------------------------------------------------------------------------- */

static void start(const tc_game *game, tc_state *state) {
    *mutable_position(state) = tabu_of(game)->start;
}

static int turn(const tc_game *game, const tc_state *state) {
    (void)game;
    return position_of(state)->turn;
}

static uint32_t ply(const tc_game *game, const tc_state *state) {
    (void)game;
    return position_of(state)->ply;
}

static uint64_t key(const tc_game *game, const tc_state *state) {
    (void)game;
    uint64_t words[offsetof(tabu_state, ply) / 8];
    memcpy(words, state, sizeof words);
    return hash_words(words, sizeof words / 8);
}

static void scores(const tc_game *game, const tc_state *state, int16_t *points) {
    const tabu *g = tabu_of(game);
    for (int player = 0; player < game->players; player++)
        points[player] = position_of(state)->at[g->colour[player]][0] == g->layout.altar;
}

/* TB-11, TB-12. */
static void result(const tc_game *game, const tc_state *state, tc_outcome *outcome, uint8_t *still_in) {
    const tabu_state *s = position_of(state);
    int16_t points[TC_MAX_PLAYERS];
    scores(game, state, points);
    *still_in = (uint8_t)(((1u << game->players) - 1) & ~(unsigned)s->out);
    outcome->termination = s->ending ? (tc_termination)s->ending : TC_TRUNCATED;
    if (s->ending == TC_LAST)
        outcome->winners = *still_in;
    for (int player = 0; player < game->players && s->ending == TC_ALTAR; player++)
        outcome->winners |= (uint8_t)(points[player] << player);
}

static bool is_legal(const tc_game *game, const tc_state *state, tc_move move) {
    const tabu *g = tabu_of(game);
    const tabu_state *s = position_of(state);
    if (is_over(g, s))
        return false;
    const int colour = g->colour[s->turn], kind = move_kind(move);
    tabu_sights sights;
    find_sights(g, s, colour, &sights);
    if (move >= PASS)
        return move == PASS && sights.moves == 0; /* TB-12 */
    for (int slot = 0; slot < SLOTS; slot++) {
        const tabu_sight *sight = &sights.of[slot];
        if (KIND_OF_SLOT[slot] != kind || sight->square != move_from(move) || sight->square == NOWHERE)
            continue;
        for (uint64_t left = sight->targets; left; left &= left - 1)
            if (encode_target(sight, slot, lowest(left)) == move)
                return true;
    }
    return false;
}

/* ---- Why a move is illegal ---------------------------------------------------------------------- */

/* The piece on a square: 8 * colour + kind, the Virgin's if two stand there; -1 if it is empty. */
static int piece_at(const tabu_state *s, int square) {
    for (int colour = 0; colour < COLOURS; colour++)
        for (int slot = 0; slot < SLOTS; slot++)
            if (s->at[colour][slot] == square)
                return 8 * colour + KIND_OF_SLOT[slot];
    return -1;
}

/* The direction in which a walk of at most `reach` steps leads from one square to another; DIRECTIONS if
 * none does. */
static int direction_between(const tabu_layout *layout, int from, int to, int reach) {
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int here = from;
        for (int k = 0; k < reach && here != NOWHERE; k++) {
            here = tabu_step(layout, here, direction);
            if (here == to)
                return direction;
        }
    }
    return DIRECTIONS;
}

/* What is wrong with the square where a move ends, given what stands there. */
static const char *why_not_land(int colour, int kind, int there, tc_move move) {
    const bool captures = move & CAPTURE;
    if (there < 0)
        return captures ? "nothing stands on the target: a move without capture is written with '-' (TB-14)" : NULL;
    if (there / 8 == colour && kind == VIRGIN && there % 8 == PRIEST)
        return "she shares a square with her Priest only in a taboo area of one square (TB-9)";
    if (there / 8 == colour)
        return "a piece of the same colour stands on the target (TB-6)";
    if (kind == VIRGIN)
        return "a Virgin does not capture (TB-6)";
    return captures ? NULL : "a piece stands on the target: a capture is written with 'x' (TB-14)";
}

/* Walk along a move that is not legal, and tell what stops it. */
static const char *why_not_walk(const tabu *g, const tabu_state *s, int direction, tc_move move) {
    const int colour = g->colour[s->turn], kind = move_kind(move), to = move_to(move);
    const tabu_layout *layout = &g->layout;
    int here = move_from(move);
    for (;;) {
        const char *fault = tabu_step_fault(g, colour, kind, here, direction);
        if (fault)
            return fault;
        const int area = layout->area[here];
        here = tabu_step(layout, here, direction);
        if (kind == VIRGIN && layout->area[here] && layout->area[here] != area &&
            !has_priest(g, s, colour, layout->area[here]))
            return "a Virgin enters an area of her colour only while a Priest of hers stands in it (TB-9)";
        if (here == to) {
            const char *landing = why_not_land(colour, kind, piece_at(s, here), move);
            return landing ? landing : "the move is not one of those of TB-6";
        }
        if (here == layout->altar)
            return "a move ends on the altar (TB-10)";
        if (piece_at(s, here) >= 0)
            return "nothing passes over a piece (TB-6)";
    }
}

static const char *why_illegal(const tc_game *game, const tc_state *state, tc_move move) {
    static const char *const REACH[KINDS] = {
        "a Virgin moves 1 or 2 squares in a straight line (TB-6)",
        "a Priest moves 1 to 7 squares in a straight line (TB-6)",
        "a Foot-soldier moves 1 to 5 squares in a straight line (TB-6)",
    };
    const tabu *g = tabu_of(game);
    const tabu_state *s = position_of(state);
    if (is_over(g, s))
        return "the game is over (TB-11, TB-12)";
    if (move == PASS)
        return "a player who can move may not pass (TB-12)";
    const int kind = move_kind(move);
    bool stands = false;
    for (int slot = 0; slot < SLOTS; slot++)
        stands |= KIND_OF_SLOT[slot] == kind && s->at[g->colour[s->turn]][slot] == move_from(move);
    if (!stands)
        return "the player to move has no such piece on the start square (TB-6)";
    const int direction = direction_between(&g->layout, move_from(move), move_to(move), tabu_reach(kind));
    return direction == DIRECTIONS ? REACH[kind] : why_not_walk(g, s, direction, move);
}

/* ---- Move notation (TB-14) ---------------------------------------------------------------------- */

static bool is_square(int square) {
    return column_of(square) < LARGEST_BOARD && row_of(square) < LARGEST_BOARD;
}

static bool move_text(tc_move move, tc_writer *out) {
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

static tc_status move_parse(const char *text, tc_move *move, tc_error *error) {
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

static void fen(const tc_game *game, const tc_state *state, tc_writer *out) {
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

static tc_status read_setup(const char *text, tc_setup *setup, tc_error *error) {
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
    return fail(error, TC_BAD_POSITION, "position is of layout '%.*s', but the layout given is '%s' (TB-13); it must "
                "be given beside the text, except for the default layout", named.length ? shown(named) : 7,
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
    fen(game, (const tc_state *)(const void *)s, &out);
    put_end(&out);
    if (strcmp(text, again) == 0)
        return TC_OK;
    return fail(error, TC_BAD_POSITION, "position '%.150s' makes no sense: it is written '%.250s'", text, again);
}

static tc_status from_fen(const tc_game *game, const char *text, tc_state *state, tc_error *error) {
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

static void board(const tc_game *game, const tc_state *state, tc_writer *out) {
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

/* ---- Records ------------------------------------------------------------------------------------ */

#define RECORD_SQUARES (LARGEST_BOARD * LARGEST_BOARD)

/* By player, or by kind of piece: Virgin, Priest, Foot-soldier. */
typedef struct tabu_record {
    tc_record head;
    uint32_t moves[KINDS];                 /* of that kind */
    uint32_t captured[KINDS];              /* pieces of that kind that were captured */
    uint32_t captures[KINDS];              /* captures by pieces of that kind */
    uint32_t passes;                       /* forced ones */
    int32_t level2_ply[TC_MAX_PLAYERS];    /* plies played when the Virgin first stood on level 2, -1: never */
    int32_t level3_ply[TC_MAX_PLAYERS];    /* likewise level 3 */
    int32_t eliminated_ply[TC_MAX_PLAYERS]; /* plies played when the player was put out, -1: never */
    int8_t eliminated_by[TC_MAX_PLAYERS];  /* by whom */
    uint8_t eliminations;                  /* how many players were put out */
    uint16_t visits[KINDS][RECORD_SQUARES]; /* moves that ended on square (row * size + column), up to 65535 */
} tabu_record;

#define RECORD_SIZE ((sizeof(tabu_record) + 7) / 8 * 8)
#define COLUMN(name, size, count, is_signed) {#name, offsetof(tabu_record, name), size, count, is_signed}

static const tc_column COLUMNS[] = {
    COLUMN(moves, 4, KINDS, false),
    COLUMN(captured, 4, KINDS, false),
    COLUMN(captures, 4, KINDS, false),
    COLUMN(passes, 4, 1, false),
    COLUMN(level2_ply, 4, TC_MAX_PLAYERS, true),
    COLUMN(level3_ply, 4, TC_MAX_PLAYERS, true),
    COLUMN(eliminated_ply, 4, TC_MAX_PLAYERS, true),
    COLUMN(eliminated_by, 1, TC_MAX_PLAYERS, true),
    COLUMN(eliminations, 1, 1, false),
    COLUMN(visits, 2, KINDS * RECORD_SQUARES, false),
    {NULL, 0, 0, 0, false},
};

static void observe_capture(const tabu *g, const tabu_state *s, tc_move move, tabu_record *row) {
    const int victim = piece_at(s, move_to(move)), kind = victim % 8;
    row->captures[move_kind(move)]++;
    row->captured[kind]++;
    if (kind != VIRGIN)
        return;
    const int player = g->player[victim / 8];
    row->eliminations++;
    row->eliminated_ply[player] = (int32_t)s->ply + 1;
    row->eliminated_by[player] = (int8_t)(s->turn + 1); /* from 1 while the game goes on: 0 is nobody */
}

static void observe(const tc_game *game, const tc_state *before, tc_move move, void *record) {
    const tabu *g = tabu_of(game);
    const tabu_state *s = position_of(before);
    tabu_record *row = record;
    if (move == PASS) {
        row->passes++;
        return;
    }
    const int kind = move_kind(move), to = move_to(move);
    uint16_t *visits = &row->visits[kind][row_of(to) * g->layout.size + column_of(to)];
    row->moves[kind]++;
    *visits = (uint16_t)(*visits + (*visits != UINT16_MAX));
    if (move & CAPTURE)
        observe_capture(g, s, move, row);
    if (kind != VIRGIN || g->layout.level[to] < 2)
        return;
    int32_t *first = g->layout.level[to] == 2 ? row->level2_ply : row->level3_ply;
    if (first[s->turn] == 0 && g->layout.level[to] <= 3)
        first[s->turn] = (int32_t)s->ply + 1;
}

/* While the game goes on 0 stands for "never", since no move has been made before ply 1. */
static void record(const tc_game *game, const tc_state *state, void *columns) {
    tabu_record *row = columns;
    (void)game;
    (void)state;
    for (int player = 0; player < TC_MAX_PLAYERS; player++) {
        row->level2_ply[player] -= row->level2_ply[player] == 0;
        row->level3_ply[player] -= row->level3_ply[player] == 0;
        row->eliminated_ply[player] -= row->eliminated_ply[player] == 0;
        row->eliminated_by[player]--;
    }
}

const tc_rules tabu_rules = {
    .name = "tabu",
    .min_players = 2,
    .max_players = 4,
    .default_players = 4,
    .game_size = sizeof(tabu),
    .state_size = sizeof(tabu_state),
    .move_limit = MOVE_LIMIT,
    .record_size = RECORD_SIZE,
    .columns = COLUMNS,
    .kernels = KERNELS,
    .configure = configure,
    .release = release,
    .read_setup = read_setup,
    .from_fen = from_fen,
    .fen = fen,
    .board = board,
    .start = start,
    .turn = turn,
    .ply = ply,
    .key = key,
    .scores = scores,
    .result = result,
    .is_legal = is_legal,
    .why_illegal = why_illegal,
    .move_text = move_text,
    .move_parse = move_parse,
    .record = record,
    .observe = observe,
};
