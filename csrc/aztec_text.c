/* SPDX-License-Identifier: MIT
 *
 * Aztec: notation of moves and positions, and the text board. */
#include "aztec.h"

/* ---- Move notation (AX-3, AX-12) -------------------------------------------------------------- */

static void put_placement(tc_move move, tc_writer *out) {
    const aztec_place at = aztec_place_of(move);
    put_char(out, (char)('A' + at.letter));
    put_char(out, '@');
    put_square_9x9(out, SIDE * at.row + at.column);
    put_char(out, '.');
    put_number(out, (unsigned)at.level + 1);
}

bool aztec_move_text(tc_move move, tc_writer *out) {
    if (move < PLACEMENTS) {
        put_placement(move, out);
    } else if (move == PASS) {
        put_text(out, "pass");
    } else {
        put_text(out, "bid");
        put_number(out, move - PASS);
    }
    return true;
}

/* Read `<letter>@<column><row>.<level>`; false if it is no placement inside the box. */
static bool read_placement(tc_field text, tc_move *move) {
    if (text.length != 6 || text.start[1] != '@' || text.start[4] != '.')
        return false;
    const int letter = text.start[0] - 'A', level = text.start[5] - '1';
    const int square = read_square_9x9(text.start + 2);
    if (letter < 0 || letter >= LETTERS || square == NO_SQUARE || level < 0 || level >= LEVELS)
        return false;
    const aztec_place place = {(int8_t)letter, (int8_t)(square % SIDE), (int8_t)(square / SIDE), (int8_t)level};
    return aztec_find_placement(place, move);
}

/* Read a bid or a pass; whether a bid of 15 to 18 is possible depends on the corners. */
static bool read_bid(tc_field text, tc_move *move) {
    uint64_t number = 0;
    if (!field_is(text, "pass") && (!field_number(text, MOVE_LIMIT - PASS - 1, &number) || number == 0))
        return false;
    *move = PASS + (tc_move)number;
    return true;
}

tc_status aztec_move_parse(const char *text, tc_move *move, tc_error *error) {
    tc_field field = {text, strlen(text)};
    if (field_begins(field, "bid"))
        field = (tc_field){text + 3, field.length - 3};
    const bool is_bid = field.start != text || field_is(field, "pass");
    if (is_bid ? read_bid(field, move) && (field.start != text) == (*move != PASS) : read_placement(field, move))
        return TC_OK;
    return fail(error, TC_BAD_MOVE,
                "'%.40s' is not a move of aztec; moves look like K@d4.1: orientation A-X, lowest corner, level 1-3, the piece "
                "inside the box (AX-3, AX-4); or bid12, from 1 to 18, or pass (AX-12)", text);
}

/* ---- Writing positions ------------------------------------------------------------------------ */

/* <pieces> <turn> <players>[ <field>=<value>..]; docs/rules/aztec.md has the grammar. */

/* Write the pieces sorted by placement. */
static void put_pieces(const aztec_state *s, tc_writer *out) {
    if (s->pieces == 0)
        put_char(out, '-');
    int last = -1;
    for (int n = 0; n < s->pieces; n++) {
        int next = -1;
        for (int i = 0; i < s->pieces; i++)
            if (s->piece[i] > last && (next < 0 || s->piece[i] < s->piece[next]))
                next = i;
        last = s->piece[next];
        put_text(out, n ? "," : "");
        put_number(out, s->owner[next] + 1u);
        put_placement(s->piece[next], out);
    }
}

static void put_bids(const aztec_state *s, tc_writer *out) {
    put_text(out, " bids=");
    put_text(out, s->n_bids ? "" : "-");
    for (int i = 0; i < s->n_bids; i++) {
        put_text(out, i ? "," : "");
        if (s->bids[i])
            put_number(out, s->bids[i]);
        else
            put_text(out, "pass");
    }
}

static void put_roles(const aztec *g, const aztec_state *s, tc_writer *out) {
    if (s->auction) {
        put_bids(s, out);
        return;
    }
    if (s->barrier) {
        put_text(out, " barrier=");
        put_number(out, s->barrier);
    }
    if (s->oh_puch != NOBODY) {
        put_text(out, " oh_puch=");
        put_number(out, s->oh_puch + 1u);
    }
    put_text(out, g->match ? " match=yes" : "");
}

void aztec_fen(const tc_game *game, const tc_state *state, tc_writer *out) {
    const aztec *g = aztec_of(game);
    const aztec_state *s = position_of(state);
    put_pieces(s, out);
    put_char(out, ' ');
    put_number(out, s->turn + 1u);
    put_char(out, ' ');
    put_number(out, (unsigned)game->players);
    put_roles(g, s, out);
    put_text(out, g->slide ? " insertion=slide" : "");
    put_text(out, g->corners ? "" : " corners=none");
}

/* ---- Reading positions ------------------------------------------------------------------------ */

enum { BARRIER, OH_PUCH, MATCH, INSERTION, CORNERS, BIDS, NAMES };
static const char *const FIELD_NAMES[NAMES] = {"barrier", "oh_puch", "match", "insertion", "corners", "bids"};

/* A position in parts; start is NULL where a part is absent. */
typedef struct parts {
    tc_field pieces, turn, players, value[NAMES];
} parts;

static tc_status read_named(tc_field field, parts *all, tc_error *error) {
    for (int name = 0; name < NAMES; name++) {
        const size_t length = strlen(FIELD_NAMES[name]);
        if (field_begins(field, FIELD_NAMES[name]) && field.length > length && field.start[length] == '=') {
            if (all->value[name].start)
                return bad_part(error, "field", field, "it is there twice");
            all->value[name] = (tc_field){field.start + length + 1, field.length - length - 1};
            return TC_OK;
        }
    }
    return bad_part(error, "field", field,
                    "after the players there is bids=, barrier=, oh_puch=, match=, insertion= or corners=");
}

static tc_status split(const char *text, parts *all, tc_error *error) {
    const char *rest = text, *end = text + strlen(text);
    tc_field *const heads[3] = {&all->pieces, &all->turn, &all->players};
    for (int i = 0; i < 3; i++)
        if (!next_field(&rest, end, ' ', heads[i]))
            return fail(error, TC_BAD_POSITION,
                        "position '%.60s' makes no sense: it has %d of the 3 fields <pieces> <turn> <players>, parted by "
                        "single spaces", text, i);
    for (tc_field named; next_field(&rest, end, ' ', &named);) {
        const tc_status status = read_named(named, all, error);
        if (status != TC_OK)
            return status;
    }
    return TC_OK;
}

tc_status aztec_read_setup(const char *fen, tc_setup *setup, tc_error *error) {
    parts all = {.pieces.start = NULL};
    size_t used = 0;
    const tc_status status = split(fen, &all, error);
    if (status != TC_OK)
        return status;
    setup->players = field_is(all.players, "2") ? 2 : field_is(all.players, "3") ? 3 : 0;
    if (setup->players == 0)
        return bad_part(error, "number of players", all.players, "it is 2 or 3 (AX-10, AX-11)");
    for (int name = 0; name < BIDS; name++) {
        const tc_field value = all.value[name];
        if (!value.start)
            continue;
        if (used + value.length + 1 > sizeof setup->values)
            return bad_part(error, FIELD_NAMES[name], value, "no option is that long");
        memcpy(setup->values + used, value.start, value.length);
        setup->options[setup->n_options++] = (tc_option){FIELD_NAMES[name], setup->values + used};
        used += value.length + 1; /* the rest of `values` is zero */
    }
    return TC_OK;
}

static tc_status read_piece(const aztec *g, tc_field text, aztec_state *s, aztec_cells *filled, tc_error *error) {
    const tc_field placement = {text.start + 1, text.length - 1};
    tc_move move;
    uint8_t owner;
    if (text.length == 0 || !field_player((tc_field){text.start, 1}, g->base.players, &owner) ||
        !read_placement(placement, &move))
        return bad_part(error, "piece", text, "it is a player and a placement inside the box (AX-3, AX-4), like 1K@d4.1");
    for (int level = 0; level < LEVELS; level++) {
        if (filled->level[level] & g->tables->cells[move].level[level])
            return bad_part(error, "piece", text, "one of its cells is filled already (AX-4)");
        filled->level[level] |= g->tables->cells[move].level[level];
    }
    if (s->pieces == PIECES)
        return bad_part(error, "piece", text, "there are 22 pieces (AX-2)");
    add_effect(&s->planes, &g->tables->effect[move]);
    s->piece[s->pieces] = (uint16_t)move;
    s->owner[s->pieces++] = owner;
    return TC_OK;
}

static tc_status read_pieces(const aztec *g, tc_field text, aztec_state *s, tc_error *error) {
    const char *rest = text.start;
    aztec_cells filled = aztec_occupied(g, s);
    tc_field piece;
    if (field_is(text, "-"))
        return TC_OK;
    if (s->auction)
        return bad_part(error, "pieces", text, "none is placed during the auction (AX-12)");
    while (next_field(&rest, text.start + text.length, ',', &piece)) {
        const tc_status status = read_piece(g, piece, s, &filled, error);
        if (status != TC_OK)
            return status;
    }
    return TC_OK;
}

static tc_status read_bids(const tc_game *game, tc_field text, aztec_state *s, tc_error *error) {
    tc_state *state = (tc_state *)(void *)s;
    const char *rest = text.start;
    tc_field bid;
    if (!s->auction)
        return bad_part(error, "bids", text, "the game has no auction (AX-12)");
    if (field_is(text, "-"))
        return TC_OK;
    while (next_field(&rest, text.start + text.length, ',', &bid)) {
        tc_move move;
        if (!s->auction || !read_bid(bid, &move) || !tc_is_legal(game, state, move))
            return bad_part(error, "bid", bid, "each is lower than the one before, or pass, until one player is left (AX-12)");
        tc_make(game, state, move);
    }
    return s->auction ? TC_OK : bad_part(error, "bids", text, "these end the auction; write barrier= and oh_puch= (AX-12)");
}

/* Read what an auction came to, in a game that began with one. */
static tc_status read_roles(const aztec *g, const parts *all, aztec_state *s, tc_error *error) {
    uint64_t barrier;
    if (!s->auction || all->value[BIDS].start)
        return TC_OK; /* the option says it, or it is still open */
    if (!all->value[BARRIER].start || !all->value[OH_PUCH].start)
        return fail(error, TC_BAD_POSITION, "three players need bids=, or barrier= and oh_puch= (AX-11, AX-12)");
    if (!field_number(all->value[BARRIER], g->highest, &barrier) || barrier == 0)
        return bad_part(error, "barrier", all->value[BARRIER], "it is from 1 to the highest score of a side (AX-12)");
    if (!field_player(all->value[OH_PUCH], g->base.players, &s->oh_puch))
        return bad_part(error, "oh_puch", all->value[OH_PUCH], "it is a player, 1 to 3 (AX-12)");
    s->barrier = (uint8_t)barrier;
    s->auction = false;
    return TC_OK;
}

static tc_status read_turn(const tc_game *game, tc_field text, aztec_state *s, tc_error *error) {
    uint8_t turn;
    if (!field_player(text, game->players, &turn))
        return bad_part(error, "player to move", text, "it is one of the players, who count from 1");
    if (s->auction && turn != s->turn)
        return bad_part(error, "player to move", text, "another player is to bid (AX-12)");
    s->turn = turn;
    return TC_OK;
}

/* One position has one text: whatever was skipped or written in another way shows here. */
static tc_status check_spelling(const tc_game *game, const char *text, const aztec_state *s, tc_error *error) {
    char again[512];
    tc_writer out = {again, sizeof again, 0};
    aztec_fen(game, (const tc_state *)(const void *)s, &out);
    put_end(&out);
    if (strcmp(again, text) == 0)
        return TC_OK;
    return fail(error, TC_BAD_POSITION, "position '%.60s' is not written as this game writes it: '%.200s'", text, again);
}

tc_status aztec_from_fen(const tc_game *game, const char *text, tc_state *state, tc_error *error) {
    const aztec *g = aztec_of(game);
    aztec_state *s = mutable_position(state);
    parts all = {.pieces.start = NULL};
    tc_status status = split(text, &all, error);
    *s = g->start;
    if (status == TC_OK)
        status = read_roles(g, &all, s, error);
    if (status == TC_OK && all.value[BIDS].start)
        status = read_bids(game, all.value[BIDS], s, error);
    if (status == TC_OK)
        status = read_pieces(g, all.pieces, s, error);
    if (status == TC_OK)
        status = read_turn(game, all.turn, s, error);
    return status == TC_OK ? check_spelling(game, text, s, error) : status;
}

/* ---- Text board ------------------------------------------------------------------------------- */

/* Write who placed the cube on a cell: a player, # for the starting cube, or a dot. */
static void put_cell(const aztec *g, const aztec_state *s, int level, int square, tc_writer *out) {
    char mark = level == 0 && square == START_SQUARE ? '#' : '.';
    for (int i = 0; i < s->pieces; i++)
        if (has(g->tables->cells[s->piece[i]].level[level], square))
            mark = (char)('1' + s->owner[i]);
    put_char(out, ' ');
    put_char(out, mark);
}

static int height_of(const aztec_cells *filled, int square) {
    int height = LEVELS;
    while (height > 0 && !has(filled->level[height - 1], square))
        height--;
    return height;
}

static void put_board_row(const aztec *g, const aztec_state *s, int row, tc_writer *out) {
    const aztec_cells filled = aztec_occupied(g, s);
    put_number(out, (unsigned)row + 1);
    for (int level = 0; level < LEVELS; level++) {
        put_text(out, " ");
        for (int column = 0; column < SIDE; column++)
            put_cell(g, s, level, SIDE * row + column, out);
        put_text(out, "  ");
    }
    put_text(out, " ");
    for (int column = 0; column < SIDE; column++) {
        put_char(out, ' ');
        put_number(out, (unsigned)height_of(&filled, SIDE * row + column));
    }
    put_char(out, '\n');
}

static void put_scores(const tc_game *game, const aztec_state *s, tc_writer *out) {
    int16_t points[TC_MAX_PLAYERS];
    tc_scores(game, (const tc_state *)(const void *)s, points);
    for (int player = 0; player < game->players; player++) {
        const bool first = s->oh_puch == NOBODY ? player == 0 : player == game->next[s->oh_puch];
        put_text(out, player ? ", player " : "player ");
        put_number(out, (unsigned)player + 1);
        if (player == s->oh_puch) {
            put_text(out, " (Oh Puch)");
            continue;
        }
        put_text(out, first ? " (North/South): " : " (East/West): ");
        put_number(out, (unsigned long long)points[player]);
    }
}

void aztec_board(const tc_game *game, const tc_state *state, tc_writer *out) {
    const aztec_state *s = position_of(state);
    put_text(out, "  level 1              level 2              level 3              heights\n");
    for (int row = SIDE - 1; row >= 0; row--)
        put_board_row(aztec_of(game), s, row, out);
    put_text(out, "   a b c d e f g h i    a b c d e f g h i    a b c d e f g h i    a b c d e f g h i\n");
    if (s->auction) {
        put_text(out, "auction, lowest bid: ");
        if (s->barrier)
            put_number(out, s->barrier);
        else
            put_text(out, "none");
    } else {
        put_scores(game, s, out);
        put_text(out, s->barrier ? ", barrier: " : "");
        if (s->barrier)
            put_number(out, s->barrier);
    }
    const bool over = tc_is_over(game, state, NULL);
    put_text(out, over ? "; game over" : "; to move: ");
    if (!over)
        put_number(out, s->turn + 1u);
}
