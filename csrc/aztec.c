/* SPDX-License-Identifier: MIT
 *
 * Aztec: options, start, result, records. The piece is in aztec_pieces.c, legal moves are in
 * aztec_kernel.h and aztec_slide.c, texts in aztec_text.c. */
#include "aztec_value.h"

#define TC_GAME aztec
#include "kernel.h"

/* ---- Options ---------------------------------------------------------------------------------- */

/* Read an option of two words: *second tells whether it is the second one. */
static tc_status read_word(const tc_option *option, const char *first_word, const char *second_word,
                           const char *rule, bool *second, tc_error *error) {
    *second = strcmp(option->value, second_word) == 0;
    if (*second || strcmp(option->value, first_word) == 0)
        return TC_OK;
    return fail(error, TC_BAD_OPTION, "%s '%.40s' is not possible: it is %s or %s (%s)", option->name, option->value,
                first_word, second_word, rule);
}

static tc_status read_number(const tc_option *option, unsigned limit, const char *rule, uint8_t *number,
                             tc_error *error) {
    uint64_t value;
    if (!field_number((tc_field){option->value, strlen(option->value)}, limit, &value) || value == 0)
        return fail(error, TC_BAD_OPTION, "%s '%.40s' is not possible: it is a number from 1 to %u (%s)", option->name,
                    option->value, limit, rule);
    *number = (uint8_t)value;
    return TC_OK;
}

static tc_status read_option(aztec *g, const tc_option *option, tc_error *error) {
    tc_status status;
    bool second;
    if (strcmp(option->name, "insertion") == 0)
        return read_word(option, "any", "slide", "AX-7", &g->slide, error);
    if (strcmp(option->name, "match") == 0)
        return read_word(option, "no", "yes", "AX-13", &g->match, error);
    if (strcmp(option->name, "corners") == 0) {
        status = read_word(option, "both", "none", "AX-9", &second, error);
        g->corners = !second;
        return status;
    }
    if (strcmp(option->name, "oh_puch") == 0) {
        status = read_number(option, 3, "AX-12", &g->oh_puch, error);
        g->oh_puch--;
        return status;
    }
    if (strcmp(option->name, "barrier") == 0)
        return TC_OK; /* its bound depends on the corners: read_barrier */
    return fail(error, TC_BAD_OPTION,
                "aztec has no option '%.40s'; there is: barrier, oh_puch, insertion, corners, match", option->name);
}

static tc_status read_barrier(aztec *g, const tc_option *options, size_t n_options, tc_error *error) {
    for (size_t i = 0; i < n_options; i++)
        if (strcmp(options[i].name, "barrier") == 0)
            return read_number(&options[i], g->highest, "AX-12", &g->barrier, error);
    return TC_OK;
}

/* Refuse roles that do not go together, and complete them. */
static tc_status check_roles(aztec *g, tc_error *error) {
    const bool named = g->oh_puch != NOBODY;
    if (g->base.players == 2 && (g->barrier || named || g->match))
        return fail(error, TC_BAD_OPTION, "two players have no barrier, no oh_puch and no match (AX-10); three have");
    if (g->match && g->barrier)
        return fail(error, TC_BAD_OPTION, "match=yes has no barrier (AX-13); give oh_puch alone");
    if (g->match && !named)
        return fail(error, TC_BAD_OPTION, "match=yes needs oh_puch, 1 to 3 (AX-13)");
    if (!g->match && !g->barrier && named)
        return fail(error, TC_BAD_OPTION, "oh_puch needs a barrier or match=yes; the auction names Oh Puch (AX-12)");
    if (g->barrier && !named)
        g->oh_puch = 0; /* AX-12 */
    return TC_OK;
}

/* ---- Start ------------------------------------------------------------------------------------ */

/* AX-9. */
static void set_scoring(aztec *g) {
    for (int i = g->corners ? 0 : 1; i < (g->corners ? SIDE : SIDE - 1); i++) {
        g->rows |= bit(i) | bit(SIDE * (SIDE - 1) + i);
        g->columns |= bit(SIDE * i) | bit(SIDE * i + SIDE - 1);
    }
    g->highest = (uint8_t)popcount(g->rows); /* AX-12 */
}

static void set_start(aztec *g) {
    g->start.planes = g->tables->start;
    g->start.barrier = g->barrier;
    g->start.oh_puch = g->oh_puch;
    g->start.turn = g->oh_puch == NOBODY ? 0 : g->oh_puch; /* AX-10 to AX-12 */
    g->start.auction = g->base.players == 3 && !g->barrier && !g->match; /* AX-12 */
}

static tc_status configure(tc_game *game, const tc_option *options, size_t n_options, tc_error *error) {
    aztec *g = (aztec *)(void *)game;
    tc_status status = TC_OK;
    g->oh_puch = NOBODY;
    g->corners = true;
    for (size_t i = 0; i < n_options && status == TC_OK; i++)
        status = read_option(g, &options[i], error);
    set_scoring(g);
    if (status == TC_OK)
        status = read_barrier(g, options, n_options, error);
    if (status == TC_OK)
        status = check_roles(g, error);
    if (status != TC_OK)
        return status;
    g->tables = aztec_take_tables();
    if (!g->tables)
        return fail(error, TC_NO_MEMORY, "no memory for the tables of aztec");
    set_start(g);
    return TC_OK;
}

static void release(tc_game *game) {
    if (aztec_of(game)->tables)
        aztec_give_tables();
}

static void start(const tc_game *game, tc_state *state) {
    *mutable_position(state) = aztec_of(game)->start;
}

/* ---- State ------------------------------------------------------------------------------------ */

static int turn(const tc_game *game, const tc_state *state) {
    (void)game;
    return position_of(state)->turn;
}

static uint32_t ply(const tc_game *game, const tc_state *state) {
    (void)game;
    return (uint32_t)position_of(state)->n_bids + position_of(state)->pieces;
}

static bool in_auction(const tc_game *game, const tc_state *state) {
    (void)game;
    return position_of(state)->auction;
}

/* The number of pieces follows from the filled cells. */
static uint64_t key(const tc_game *game, const tc_state *state) {
    const aztec_state *s = position_of(state);
    const aztec_cells filled = aztec_occupied(aztec_of(game), s);
    uint64_t words[2 * LEVELS + 1];
    for (int level = 0; level < LEVELS; level++) {
        words[2 * level] = (uint64_t)filled.level[level];
        words[2 * level + 1] = (uint64_t)(filled.level[level] >> 64);
    }
    words[2 * LEVELS] = s->turn | (uint64_t)s->auction << 8 | (uint64_t)s->passed << 16 |
                        (uint64_t)s->barrier << 24 | (uint64_t)s->oh_puch << 32;
    return hash_words(words, 2 * LEVELS + 1);
}

/* Points of North/South and of East/West (AX-9). */
static void count_points(const aztec *g, const aztec_state *s, int points[2]) {
    const tc_bits top = aztec_occupied(g, s).level[LEVELS - 1];
    points[0] = popcount(top & g->rows);
    points[1] = popcount(top & g->columns);
}

/* The players of North/South and of East/West (AX-10, AX-11). */
static void find_builders(const aztec *g, const aztec_state *s, int builders[2]) {
    builders[0] = s->oh_puch == NOBODY ? 0 : g->base.next[s->oh_puch];
    builders[1] = g->base.next[builders[0]];
}

static void scores(const tc_game *game, const tc_state *state, int16_t *list) {
    const aztec *g = aztec_of(game);
    const aztec_state *s = position_of(state);
    int points[2], builders[2];
    if (s->auction) {
        memset(list, 0, (size_t)game->players * sizeof *list);
        return;
    }
    count_points(g, s, points);
    find_builders(g, s, builders);
    for (int side = 0; side < 2; side++)
        list[builders[side]] = (int16_t)points[side];
}

static void result(const tc_game *game, const tc_state *state, tc_outcome *outcome, uint8_t *still_in) {
    const aztec *g = aztec_of(game);
    const aztec_state *s = position_of(state);
    int points[2], builders[2];
    count_points(g, s, points);
    find_builders(g, s, builders);
    const int best = points[1] > points[0] ? 1 : 0; /* a tie is North/South's (AX-10, AX-11) */
    outcome->early = s->pieces < PIECES; /* AX-8 */
    outcome->winners = (uint8_t)(1u << builders[best]);
    outcome->termination = TC_BROKEN;
    if (g->match) { /* AX-13: nobody wins a game of a match */
        outcome->winners = 0;
        outcome->termination = TC_POINTS;
        *still_in = 7;
    } else if (s->oh_puch == NOBODY) {
        outcome->termination = points[0] == points[1] ? TC_STARTER : TC_POINTS;
    } else if (points[best] < s->barrier) {
        outcome->winners = (uint8_t)(1u << s->oh_puch);
        outcome->termination = TC_HELD;
    }
}

/* ---- Legality --------------------------------------------------------------------------------- */

static bool is_legal(const tc_game *game, const tc_state *state, tc_move move) {
    const aztec *g = aztec_of(game);
    const aztec_state *s = position_of(state);
    aztec_set legal;
    if (s->auction)
        return move == PASS ? s->barrier > 0 : move > PASS && move - PASS <= open_bids(g, s);
    if (move >= PLACEMENTS)
        return false;
    find_placements(g, s, &legal);
    return has_bit(legal.line, g->tables->bit_of[move]);
}

static const char *why_no_bid(const aztec_state *s, tc_move move) {
    if (move < PASS)
        return "pieces are placed after the auction (AX-12)";
    if (move == PASS)
        return "the first player must bid (AX-12)";
    return s->barrier ? "a bid is lower than the lowest one so far (AX-12)"
                      : "no side can score that much (AX-12)";
}

static const char *why_illegal(const tc_game *game, const tc_state *state, tc_move move) {
    const aztec *g = aztec_of(game);
    const aztec_state *s = position_of(state);
    if (s->auction)
        return why_no_bid(s, move);
    if (move >= PLACEMENTS)
        return game->players == 2 ? "there is no auction with two players, and no passing (AX-8)"
                                  : "there is no auction now, and no passing (AX-8, AX-12)";
    if (s->pieces == PIECES)
        return "the game is over, all 22 pieces are placed (AX-8)";
    if (game->kernel->count(game, state) == 0)
        return "the game is over, no piece can be placed (AX-8)";
    if (has_bit(s->planes.blocked, g->tables->bit_of[move]))
        return "one of its cells is filled (AX-4)";
    if (!has_bit(s->planes.twos, g->tables->bit_of[move]))
        return "fewer than two of its faces touch cubes (AX-5)";
    aztec_set legal;
    find_legal(&s->planes, &legal);
    return has_bit(legal.line, g->tables->bit_of[move]) ? "it cannot slide into its place (AX-7)"
                                          : "two of its cubes that share a face are not held (AX-6)";
}

/* ---- Records ---------------------------------------------------------------------------------- */

typedef struct aztec_record {
    tc_record head;
    int8_t oh_puch;             /* -1: none */
    int8_t barrier;             /* -1: none; after an auction the winning bid */
    uint8_t bids;               /* bids and passes of the auction */
    uint8_t early;              /* ended before all pieces were placed (AX-8) */
    uint8_t pieces;             /* placed */
    uint8_t points[2];          /* of North/South and of East/West */
    uint8_t heights[LEVELS + 1]; /* how many squares are topped at no level, at level 1, 2, 3 */
    uint8_t top3[SIDE * SIDE];  /* 1 for a square with a cube on level 3 */
} aztec_record;

#define RECORD_SIZE ((sizeof(aztec_record) + 7) / 8 * 8)
#define COLUMN(name, is_signed)                                                                     \
    {#name, offsetof(aztec_record, name), 1, sizeof(((aztec_record *)0)->name), is_signed}

static const tc_column COLUMNS[] = {
    COLUMN(oh_puch, true), COLUMN(barrier, true),  COLUMN(bids, false),    COLUMN(early, false),
    COLUMN(pieces, false), COLUMN(points, false),  COLUMN(heights, false), COLUMN(top3, false),
    {NULL, 0, 0, 0, false},
};

static void record(const tc_game *game, const tc_state *state, void *columns) {
    const aztec *g = aztec_of(game);
    const aztec_state *s = position_of(state);
    const aztec_cells filled = aztec_occupied(g, s);
    const tc_bits third = filled.level[2], second = filled.level[1] & ~third;
    const tc_bits first = filled.level[0] & ~third & ~second;
    aztec_record *row = columns;
    int points[2];
    count_points(g, s, points);
    row->oh_puch = s->oh_puch == NOBODY ? -1 : (int8_t)s->oh_puch;
    row->barrier = s->barrier ? (int8_t)s->barrier : -1;
    row->bids = s->n_bids;
    row->early = s->pieces < PIECES;
    row->pieces = s->pieces;
    for (int side = 0; side < 2; side++)
        row->points[side] = (uint8_t)points[side];
    row->heights[0] = (uint8_t)(SIDE * SIDE - popcount(first | second | third));
    row->heights[1] = (uint8_t)popcount(first);
    row->heights[2] = (uint8_t)popcount(second);
    row->heights[3] = (uint8_t)popcount(third);
    for (tc_bits left = third; left;)
        row->top3[pop_lowest(&left)] = 1;
}

const tc_rules aztec_rules = {
    .name = "aztec",
    .min_players = 2,
    .max_players = 3,
    .default_players = 2,
    .game_size = sizeof(aztec),
    .shared_size = sizeof(aztec_tables),
    .state_size = sizeof(aztec_state),
    .move_limit = MOVE_LIMIT,
    .record_size = RECORD_SIZE,
    .columns = COLUMNS,
    .kernels = KERNELS,
    .configure = configure,
    .release = release,
    .read_setup = aztec_read_setup,
    .from_fen = aztec_from_fen,
    .fen = aztec_fen,
    .board = aztec_board,
    .start = start,
    .turn = turn,
    .ply = ply,
    .key = key,
    .scores = scores,
    .result = result,
    .is_legal = is_legal,
    .why_illegal = why_illegal,
    .move_text = aztec_move_text,
    .move_parse = aztec_move_parse,
    .record = record,
    .in_auction = in_auction,
};
