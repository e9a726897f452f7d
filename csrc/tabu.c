/* SPDX-License-Identifier: MIT
 *
 * Tabu: options, start, result, legality, records. Moves are in tabu.h and tabu_kernel.h, the board in
 * tabu_layout.c, notation in tabu_text.c. */
#include "tabu_value.h"

#include <stdlib.h>

#define TC_GAME tabu
#include "kernel.h"

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
    .read_setup = tabu_read_setup,
    .from_fen = tabu_from_fen,
    .fen = tabu_fen,
    .board = tabu_board,
    .start = start,
    .turn = turn,
    .ply = ply,
    .key = key,
    .scores = scores,
    .result = result,
    .is_legal = is_legal,
    .why_illegal = why_illegal,
    .move_text = tabu_move_text,
    .move_parse = tabu_move_parse,
    .record = record,
    .observe = observe,
};
