/* SPDX-License-Identifier: MIT
 *
 * Azacru: start positions, tables, result, notation. Moves are in azacru.h and azacru_kernel.h. */
#include "azacru_value.h"

#define TC_GAME azacru
#include "kernel.h"

static const char DIRECTION_NAMES[DIRECTIONS][3] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
static const char MARKS[] = {[STRAIGHT] = '^', [LEFT] = '<', [RIGHT] = '>'};

static azacru_state *mutable_position(tc_state *state) {
    return (azacru_state *)(void *)state;
}

static int column_of(int square) {
    return square % 9;
}

static int row_of(int square) {
    return square / 9;
}

/* ---- Tables ----------------------------------------------------------------------------------- */

/* The square `steps` away in a direction, or NO_SQUARE outside the board. */
static int square_at(int from, int direction, int steps) {
    static const int EASTWARDS[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
    static const int NORTHWARDS[DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
    const int column = column_of(from) + steps * EASTWARDS[direction];
    const int row = row_of(from) + steps * NORTHWARDS[direction];
    return column < 0 || column > 8 || row < 0 || row > 8 ? NO_SQUARE : 9 * row + column;
}

static void build_rays(azacru *g, int from) {
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        for (int steps = 1; steps <= 8; steps++) {
            const int to = square_at(from, direction, steps);
            if (to == NO_SQUARE)
                break;
            g->ray[from][direction] |= bit(to);
            g->direction[from][to] = (uint8_t)direction;
        }
    }
    for (int facing = 0; facing < DIRECTIONS; facing++)
        for (int side = -1; side <= 1; side++)
            g->fan[from][facing] |= g->ray[from][(facing + side) & 7];
}

static int steps_between(int a, int b) {
    const int columns = column_of(a) - column_of(b), rows = row_of(a) - row_of(b);
    const int across = columns < 0 ? -columns : columns, up = rows < 0 ? -rows : rows;
    return across > up ? across : up;
}

static void build_regions(azacru *g, int from) {
    for (int to = 0; to < SQUARES; to++) {
        if (column_of(from) / 3 == column_of(to) / 3 && row_of(from) / 3 == row_of(to) / 3)
            g->home[from] |= bit(to); /* AZ-1 */
        for (int power = steps_between(from, to); power < 10; power++)
            g->ball[from][power] |= bit(to);
    }
}

/* ---- Start (AZ-3) ----------------------------------------------------------------------------- */

static const char *const STARTS[TC_MAX_PLAYERS + 1] = {
    [2] = "e1N,a3E,i3W,i9SW/a1NE,a7E,i7W,e9S",
    [3] = "g1N,i5W,g9S/c1N,a5E,c9S/a7E,i7W,e9S",
    [4] = "g1N,i5W,g9S/c1N,a5E,c9S/a7E,i7W,e9S/e1N,a3E,i3W",
};

static tc_status read_chevrons(tc_field text, azacru_state *s, tc_error *error);

static void set_up_start(azacru *g) {
    const char *groups = STARTS[g->base.players];
    read_chevrons((tc_field){groups, strlen(groups)}, &g->start, NULL);
    g->start.turn = g->base.order[0];
    g->start.first_pass = NOBODY;
}

static void start(const tc_game *game, tc_state *state) {
    *mutable_position(state) = azacru_of(game)->start;
}

static tc_status configure(tc_game *game, const tc_option *options, size_t n_options, tc_error *error) {
    azacru *g = (azacru *)(void *)game;
    const char *order = NULL;
    for (size_t i = 0; i < n_options; i++) {
        if (strcmp(options[i].name, "order") != 0)
            return fail(error, TC_BAD_OPTION, "azacru has no option '%.40s'; there is: order", options[i].name);
        order = options[i].value;
    }
    for (int square = 0; square < SQUARES; square++) {
        build_rays(g, square);
        build_regions(g, square);
    }
    const tc_status status = game_set_order(game, order, error);
    set_up_start(g);
    return status;
}

/* ---- State ------------------------------------------------------------------------------------ */

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
    uint64_t words[offsetof(azacru_state, ply) / 8];
    memcpy(words, state, sizeof words);
    return hash_words(words, sizeof words / 8);
}

static void scores(const tc_game *game, const tc_state *state, int16_t *points) {
    for (int player = 0; player < game->players; player++)
        points[player] = (int16_t)popcount(position_of(state)->markers[player]);
}

/* AZ-13. */
static void result(const tc_game *game, const tc_state *state, tc_outcome *outcome, uint8_t *still_in) {
    int16_t points[TC_MAX_PLAYERS];
    int most = 0;
    scores(game, state, points);
    for (int player = 0; player < game->players; player++)
        most = points[player] > most ? points[player] : most;
    for (int player = 0; player < game->players; player++)
        if (points[player] == most)
            outcome->winners |= (uint8_t)(1u << player);
    const bool shared = (outcome->winners & (outcome->winners - 1)) != 0;
    outcome->termination = shared ? TC_TIE : TC_MARKERS;
    (void)still_in;
}

static bool chevron_may_go(const azacru *g, const azacru_state *s, int from, int to, int mark) {
    const azacru_view view = view_of(s, s->turn);
    azacru_fan fan;
    make_fan(g, &view, from, s->facing[from], &fan);
    return has(fan.targets, to) && (mark != NO_MARK) == has(fan.turnable, to);
}

static bool is_legal(const tc_game *game, const tc_state *state, tc_move move) {
    const azacru *g = azacru_of(game);
    const azacru_state *s = position_of(state);
    tc_move moves[TC_MAX_MOVES];
    if (move == PASS)
        return game->kernel->list(game, state, moves) == 1 && moves[0] == PASS;
    const int from = move_from(move), to = move_to(move);
    return from < SQUARES && to < SQUARES && !is_over(s) && has(s->chevrons[s->turn], from) &&
           chevron_may_go(g, s, from, to, move_mark(move));
}

/* Judge a move that starts from one of the mover's chevrons. */
static const char *why_not_there(const azacru *g, const azacru_state *s, int from, int to, int mark) {
    const azacru_view view = view_of(s, s->turn);
    azacru_fan fan;
    make_fan(g, &view, from, s->facing[from], &fan);
    if (!has(g->fan[from][fan.facing], to))
        return "a chevron moves along its facing or 45 degrees beside it (AZ-5)";
    if (!has(fan.reach, to))
        return "that is farther than the power of its borderland (AZ-4)";
    if (has(view.occupied, to))
        return "the target is occupied (AZ-6)";
    if (has(view.others, to))
        return "the target has another player's colour (AZ-6)";
    if (!has(fan.targets, to))
        return "a chevron is jumped only when start and target have the mover's colour (AZ-7)";
    return mark == NO_MARK ? "a move across a border ends in ^, < or > (AZ-10)"
                           : "a move ends in ^, < or > only if it crosses a border and stays on the board (AZ-10)";
}

static const char *why_illegal(const tc_game *game, const tc_state *state, tc_move move) {
    const azacru_state *s = position_of(state);
    if (is_over(s))
        return "the game is over (AZ-12)";
    if (move == PASS)
        return "a player who can move may not pass (AZ-11)";
    if (!has(s->chevrons[s->turn], move_from(move)))
        return "the player to move has no chevron on the start field (AZ-5)";
    return why_not_there(azacru_of(game), s, move_from(move), move_to(move), move_mark(move));
}

/* ---- Move notation (AZ-14) -------------------------------------------------------------------- */

static bool move_text(tc_move move, tc_writer *out) {
    if (move == PASS) {
        put_text(out, "pass");
        return true;
    }
    if (move_from(move) >= SQUARES || move_to(move) >= SQUARES)
        return false;
    put_square_9x9(out, move_from(move));
    put_char(out, '-');
    put_square_9x9(out, move_to(move));
    if (move_mark(move) != NO_MARK)
        put_char(out, MARKS[move_mark(move)]);
    return true;
}

static tc_status move_parse(const char *text, tc_move *move, tc_error *error) {
    if (strcmp(text, "pass") == 0) {
        *move = PASS;
        return TC_OK;
    }
    const size_t length = strlen(text);
    int mark = NO_MARK;
    for (int i = STRAIGHT; i <= RIGHT && length == 6; i++)
        if (text[5] == MARKS[i])
            mark = i;
    const bool shaped = (length == 5 || (length == 6 && mark != NO_MARK)) && text[2] == '-';
    if (!shaped || read_square_9x9(text) == NO_SQUARE || read_square_9x9(text + 3) == NO_SQUARE)
        return fail(error, TC_BAD_MOVE,
                    "'%.40s' is not a move of azacru (AZ-14); moves look like a3-d3, a3-d3^, a3-d3<, "
                    "a3-d3> or pass", text);
    *move = encode(read_square_9x9(text), read_square_9x9(text + 3), mark);
    return TC_OK;
}

/* ---- Position notation ------------------------------------------------------------------------ */

/* <markers> <chevrons> <turn> <first pass>[ order=<players>]; docs/rules/azacru.md has the grammar. */

static void put_marker_row(const azacru_state *s, int row, tc_writer *out) {
    int neutral = 0;
    for (int square = 9 * row; square < 9 * row + 9; square++) {
        int owner = 0;
        while (owner < TC_MAX_PLAYERS && !has(s->markers[owner], square))
            owner++;
        neutral += owner == TC_MAX_PLAYERS;
        if (neutral > 0 && (owner < TC_MAX_PLAYERS || square == 9 * row + 8)) {
            put_number(out, (unsigned)neutral);
            neutral = 0;
        }
        if (owner < TC_MAX_PLAYERS)
            put_char(out, (char)('a' + owner));
    }
}

static void put_chevrons(const azacru_state *s, int player, tc_writer *out) {
    if (!s->chevrons[player])
        put_char(out, '-');
    for (tc_bits left = s->chevrons[player]; left;) {
        const int square = pop_lowest(&left);
        put_square_9x9(out, square);
        put_text(out, DIRECTION_NAMES[s->facing[square]]);
        put_text(out, left ? "," : "");
    }
}

static void fen(const tc_game *game, const tc_state *state, tc_writer *out) {
    const azacru_state *s = position_of(state);
    for (int row = 8; row >= 0; row--) {
        put_marker_row(s, row, out);
        put_char(out, row ? '/' : ' ');
    }
    for (int player = 0; player < game->players; player++) {
        put_text(out, player ? "/" : "");
        put_chevrons(s, player, out);
    }
    put_char(out, ' ');
    put_number(out, s->turn + 1u);
    put_char(out, ' ');
    if (s->first_pass == NOBODY)
        put_char(out, '-');
    else
        put_number(out, s->first_pass + 1u);
    put_order(game, out);
}

static tc_status read_marker_row(tc_field text, int row, azacru_state *s, tc_error *error) {
    int column = 0;
    bool after_number = false;
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.start[i];
        const bool number = c >= '1' && c <= '9';
        if (!number && (c < 'a' || c > 'd'))
            return bad_part(error, "row of markers", text, "it holds a-d for markers and 1-9 for neutral fields");
        if (number && after_number)
            return bad_part(error, "row of markers", text, "neighbouring neutral fields form one number");
        if (!number && column < 9)
            s->markers[c - 'a'] |= bit(9 * row + column);
        column += number ? c - '0' : 1;
        after_number = number;
        if (column > 9)
            break;
    }
    if (column != 9)
        return bad_part(error, "row of markers", text, "a row has 9 fields (AZ-1)");
    return TC_OK;
}

static tc_status read_markers(tc_field text, azacru_state *s, tc_error *error) {
    const char *rest = text.start;
    tc_field row;
    for (int number = 8; number >= 0; number--) {
        if (!next_field(&rest, text.start + text.length, '/', &row))
            return bad_part(error, "markers", text, "the board has 9 rows (AZ-1)");
        const tc_status status = read_marker_row(row, number, s, error);
        if (status != TC_OK)
            return status;
    }
    return rest ? bad_part(error, "markers", text, "the board has 9 rows (AZ-1)") : TC_OK;
}

static tc_status read_chevron(tc_field text, int player, azacru_state *s, tc_error *error) {
    const int square = text.length > 2 ? read_square_9x9(text.start) : NO_SQUARE;
    const tc_field facing = {text.start + 2, text.length > 2 ? text.length - 2 : 0};
    int direction = 0;
    while (direction < DIRECTIONS && !field_is(facing, DIRECTION_NAMES[direction]))
        direction++;
    if (square == NO_SQUARE || direction == DIRECTIONS)
        return bad_part(error, "chevron", text,
                   "it is a square a1-i9 and a facing N, NE, E, SE, S, SW, W or NW (AZ-2), like a3NE");
    if (has(union4(s->chevrons), square))
        return bad_part(error, "chevron", text, "another chevron stands on that field (AZ-6)");
    s->chevrons[player] |= bit(square);
    s->facing[square] = (uint8_t)direction;
    return TC_OK;
}

static tc_status read_group(tc_field text, int player, int limit, azacru_state *s, tc_error *error) {
    const char *rest = text.start;
    tc_field chevron;
    if (field_is(text, "-"))
        return TC_OK;
    for (int n = 0; next_field(&rest, text.start + text.length, ',', &chevron); n++) {
        if (n == limit)
            return bad_part(error, "chevrons", text,
                       "a player has at most 4 with 2 players and 3 with more (AZ-3)");
        const tc_status status = read_chevron(chevron, player, s, error);
        if (status != TC_OK)
            return status;
    }
    return TC_OK;
}

static int count_groups(tc_field text) {
    int groups = 1;
    for (size_t i = 0; i < text.length; i++)
        groups += text.start[i] == '/';
    return groups;
}

static tc_status read_chevrons(tc_field text, azacru_state *s, tc_error *error) {
    const char *rest = text.start;
    const int limit = count_groups(text) == 2 ? 4 : 3; /* AZ-3 */
    tc_field group;
    for (int player = 0; next_field(&rest, text.start + text.length, '/', &group); player++) {
        const tc_status status = read_group(group, player, limit, s, error);
        if (status != TC_OK)
            return status;
    }
    return TC_OK;
}

static tc_status read_turns(const tc_field fields[2], int players, azacru_state *s, tc_error *error) {
    if (!field_player(fields[0], players, &s->turn))
        return bad_part(error, "player to move", fields[0], "players are 1 to the number of groups of chevrons");
    s->first_pass = NOBODY;
    if (!field_is(fields[1], "-") && !field_player(fields[1], players, &s->first_pass))
        return bad_part(error, "first passer", fields[1], "it is '-' or a player (AZ-12)");
    return TC_OK;
}

/* Split a position into its four fields and what follows; *order is NULL if there is no order. */
static tc_status split(const char *text, tc_field fields[4], tc_field *order, tc_error *error) {
    const char *rest = text, *end = text + strlen(text);
    for (int i = 0; i < 4; i++)
        if (!next_field(&rest, end, ' ', &fields[i]))
            return fail(error, TC_BAD_POSITION,
                        "position '%.60s' makes no sense: it has %d of the 4 fields <markers> <chevrons> "
                        "<turn> <first pass>, parted by single spaces", text, i);
    order->start = NULL;
    if (!rest)
        return TC_OK;
    next_field(&rest, end, ' ', order);
    if (rest || !field_begins(*order, "order=")) {
        const tc_field trailing = {order->start, (size_t)(end - order->start)};
        return bad_part(error, "trailing text", trailing, "only order=2,1 or the like may follow the first pass");
    }
    order->start += strlen("order=");
    order->length -= strlen("order=");
    return TC_OK;
}

static tc_status read_setup(const char *text, tc_setup *setup, tc_error *error) {
    tc_field fields[4], order;
    const tc_status status = split(text, fields, &order, error);
    if (status != TC_OK)
        return status;
    setup->players = count_groups(fields[1]);
    if (setup->players < 2 || setup->players > TC_MAX_PLAYERS)
        return bad_part(error, "chevrons", fields[1], "there are 2 to 4 groups, one a player, parted by '/'");
    if (order.start) {
        if (order.length >= sizeof setup->values)
            return bad_part(error, "order", order, "it names each player once");
        memcpy(setup->values, order.start, order.length);
        setup->options[setup->n_options++] = (tc_option){"order", setup->values};
    }
    return TC_OK;
}

static tc_status from_fen(const tc_game *game, const char *text, tc_state *state, tc_error *error) {
    azacru_state *s = mutable_position(state);
    tc_field fields[4], order;
    tc_status status = split(text, fields, &order, error);
    if (status == TC_OK && count_groups(fields[1]) != game->players)
        status = bad_part(error, "chevrons", fields[1], "the game has another number of players");
    if (status == TC_OK)
        status = read_markers(fields[0], s, error);
    if (status == TC_OK)
        status = read_chevrons(fields[1], s, error);
    if (status == TC_OK)
        status = read_turns(fields + 2, game->players, s, error);
    for (int player = game->players; player < TC_MAX_PLAYERS && status == TC_OK; player++)
        if (s->markers[player])
            status = bad_part(error, "markers", fields[0], "a marker belongs to a player who is not in the game");
    return status;
}

/* ---- Text board ------------------------------------------------------------------------------- */

/* A field in four columns: its marker (a-d or '.'), then the chevron's player and facing. */
static void put_board_field(const azacru_state *s, int square, tc_writer *out) {
    char marker = '.', chevron = ' ';
    for (int player = 0; player < TC_MAX_PLAYERS; player++) {
        if (has(s->markers[player], square))
            marker = (char)('a' + player);
        if (has(s->chevrons[player], square))
            chevron = (char)('A' + player);
    }
    const char *facing = chevron == ' ' ? "" : DIRECTION_NAMES[s->facing[square]];
    put_char(out, marker);
    put_char(out, chevron);
    put_text(out, facing);
    for (size_t width = strlen(facing); width < 3; width++)
        put_char(out, ' ');
}

static void put_board_row(const azacru_state *s, int row, tc_writer *out) {
    char text[64];
    tc_writer line = {text, sizeof text, 0};
    put_number(&line, (unsigned)row + 1);
    put_text(&line, "  ");
    for (int column = 0; column < 9; column++) {
        put_text(&line, column > 0 && column % 3 == 0 ? "| " : "");
        put_board_field(s, 9 * row + column, &line);
    }
    while (text[line.length - 1] == ' ')
        line.length--; /* no blanks at the end of a line */
    put_end(&line);
    put_text(out, text);
    put_char(out, '\n');
}

static void board(const tc_game *game, const tc_state *state, tc_writer *out) {
    const azacru_state *s = position_of(state);
    int16_t points[TC_MAX_PLAYERS];
    scores(game, state, points);
    for (int row = 8; row >= 0; row--) {
        put_board_row(s, row, out);
        put_text(out, row == 6 || row == 3 ? "   ---------------+----------------+---------------\n" : "");
    }
    put_text(out, "   a    b    c      d    e    f      g    h    i\n");
    for (int player = 0; player < game->players; player++) {
        put_text(out, player ? ", " : "player ");
        put_number(out, (unsigned)player + 1);
        put_text(out, " (");
        put_char(out, (char)('a' + player));
        put_text(out, "): ");
        put_number(out, (unsigned long long)points[player]);
    }
    put_text(out, is_over(s) ? "; game over" : "; to move: ");
    if (!is_over(s))
        put_number(out, s->turn + 1u);
}

/* ---- Records ---------------------------------------------------------------------------------- */

typedef struct azacru_record {
    tc_record head;
    int8_t owner[SQUARES]; /* of each field at the end, -1 for a neutral one */
} azacru_record;

#define RECORD_SIZE ((sizeof(azacru_record) + 7) / 8 * 8)

static const tc_column COLUMNS[] = {
    {"owner", offsetof(azacru_record, owner), 1, SQUARES, true},
    {NULL, 0, 0, 0, false},
};

static void record(const tc_game *game, const tc_state *state, void *columns) {
    azacru_record *row = columns;
    memset(row->owner, -1, sizeof row->owner);
    for (int player = 0; player < game->players; player++)
        for (tc_bits left = position_of(state)->markers[player]; left;)
            row->owner[pop_lowest(&left)] = (int8_t)player;
}

const tc_rules azacru_rules = {
    .name = "azacru",
    .min_players = 2,
    .max_players = 4,
    .default_players = 2,
    .game_size = sizeof(azacru),
    .state_size = sizeof(azacru_state),
    .move_limit = MOVE_LIMIT,
    .record_size = RECORD_SIZE,
    .columns = COLUMNS,
    .kernels = KERNELS,
    .configure = configure,
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
};
