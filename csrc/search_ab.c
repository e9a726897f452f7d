/* SPDX-License-Identifier: MIT
 *
 * Depth-first search to a fixed depth, deepened step by step: alpha-beta where one player maximises and
 * the others minimise that player's value (two players, or paranoid), max^n otherwise (C. Luckhardt and
 * K. Irani, "An algorithmic solution of n-person games", 1986); and exact play. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

#define TABLE_BITS 16
#define TABLE_SIZE (1u << TABLE_BITS)
#define HISTORY_BITS 12
#define CHECK_EVERY 1024 /* positions between looks at clock and stop flag */

enum { NO_BOUND, EXACT, AT_LEAST, AT_MOST };

typedef struct tc_entry {
    uint64_t key;
    float value; /* of the maximising player */
    tc_move move;
    int16_t depth;
    uint8_t bound;
    bool cut_off; /* an estimate took part in the value */
} tc_entry;

struct tc_table {
    uint64_t generation; /* in every key, so that no entry outlives its search */
    uint32_t history[1 << HISTORY_BITS];
    tc_entry entries[TABLE_SIZE];
};

/* What one ply of the walk needs. */
typedef struct tc_level {
    _Alignas(TC_STATE_ALIGN) tc_move moves[TC_MAX_MOVES];
    tc_move killers[2];
} tc_level;

typedef struct tc_walk {
    tc_task *task;
    const tc_game *game;
    const tc_kernel *kernel;
    tc_table *table; /* NULL: none */
    char *memory;
    size_t state_size, level_size;
    uint64_t nodes, most_nodes;
    int me;       /* whose value is maximised */
    bool aborted; /* the budget is used up */
    bool cut_off; /* an estimate took part in the value just returned */
} tc_walk;

static tc_level *level_at(const tc_walk *walk, int height) {
    return (tc_level *)(void *)(walk->memory + (size_t)height * walk->level_size);
}

static tc_state *state_at(const tc_walk *walk, int height) {
    return (tc_state *)(void *)(walk->memory + (size_t)height * walk->level_size + sizeof(tc_level));
}

/* Count a position; false when the budget is used up. */
static bool spend(tc_walk *walk) {
    if (walk->most_nodes && walk->nodes >= walk->most_nodes)
        walk->aborted = true;
    if (walk->nodes % CHECK_EVERY == 0 && task_is_due(walk->task))
        walk->aborted = true;
    walk->nodes++;
    return !walk->aborted;
}

static tc_state *child_of(const tc_walk *walk, const tc_state *state, tc_move move, int height) {
    tc_state *child = state_at(walk, height);
    memcpy(child, state, walk->state_size);
    walk->kernel->make(walk->game, child, move);
    return child;
}

/* ---- Table and order of moves ----------------------------------------------------------------- */

/* The same position at another ply is another one: a limit of plies may decide. */
static uint64_t entry_key(const tc_walk *walk, const tc_state *state) {
    return tc_key(walk->game, state) ^ mix64(tc_ply(walk->game, state) + (walk->table->generation << 32));
}

static uint32_t *history_of(const tc_walk *walk, tc_move move) {
    return &walk->table->history[move * 0x9E3779B1u >> (32 - HISTORY_BITS)];
}

/* How early a move is tried: the table's, killers, then by how often it cut before. */
static uint64_t urgency(const tc_walk *walk, const tc_level *level, tc_move move, tc_move first) {
    if (move == first)
        return UINT64_MAX;
    if (move == level->killers[0] || move == level->killers[1])
        return UINT64_MAX - 1 - (move == level->killers[1]);
    return *history_of(walk, move);
}

/* Bring the most urgent of the moves i.. to place i, keeping the order of the others. */
static void bring_forward(const tc_walk *walk, tc_level *level, uint32_t i, uint32_t n, tc_move first) {
    uint32_t best = i;
    uint64_t most = urgency(walk, level, level->moves[i], first);
    for (uint32_t j = i + 1; j < n; j++) {
        const uint64_t now = urgency(walk, level, level->moves[j], first);
        if (now > most) {
            most = now;
            best = j;
        }
    }
    const tc_move move = level->moves[best];
    memmove(&level->moves[i + 1], &level->moves[i], (best - i) * sizeof move);
    level->moves[i] = move;
}

static void remember_cut(const tc_walk *walk, tc_level *level, tc_move move, int depth) {
    *history_of(walk, move) += (uint32_t)(depth * depth);
    if (move == level->killers[0])
        return;
    level->killers[1] = level->killers[0];
    level->killers[0] = move;
}

/* ---- Alpha-beta ------------------------------------------------------------------------------- */

static float leaf_value(tc_walk *walk, const tc_state *state) {
    float values[TC_MAX_PLAYERS];
    walk->cut_off = !walk->kernel->evaluate(walk->game, state, values);
    return values[walk->me];
}

static float alpha_beta(tc_walk *walk, const tc_state *state, int depth, float alpha, float beta, int height);

typedef struct tc_window {
    float alpha, beta, best;
    tc_move move;
    bool cut_off;
} tc_window;

/* Try the moves in turn until one is too good for the other side. */
static void try_moves(tc_walk *walk, const tc_state *state, int depth, int height, uint32_t n, tc_move first,
                      tc_window *w) {
    tc_level *level = level_at(walk, height);
    const bool maximise = tc_turn(walk->game, state) == walk->me;
    w->best = maximise ? -1.0f : 2.0f;
    for (uint32_t i = 0; i < n; i++) {
        bring_forward(walk, level, i, n, first);
        const tc_move move = level->moves[i];
        const tc_state *child = child_of(walk, state, move, height);
        const float value = alpha_beta(walk, child, depth - 1, w->alpha, w->beta, height + 1);
        if (walk->aborted)
            return;
        w->cut_off |= walk->cut_off;
        if (maximise ? value > w->best : value < w->best) {
            w->best = value;
            w->move = move;
        }
        if (maximise && value > w->alpha)
            w->alpha = value;
        if (!maximise && value < w->beta)
            w->beta = value;
        if (w->alpha >= w->beta) {
            remember_cut(walk, level, move, depth);
            return;
        }
    }
}

/* Return the value of a position for `me`, exact if it lies between alpha and beta. */
static float alpha_beta(tc_walk *walk, const tc_state *state, int depth, float alpha, float beta, int height) {
    if (!spend(walk))
        return 0;
    if (depth == 0)
        return leaf_value(walk, state);
    const uint64_t key = entry_key(walk, state);
    tc_entry *entry = &walk->table->entries[key >> (64 - TABLE_BITS)];
    const bool known = entry->key == key && entry->bound != NO_BOUND;
    if (known && entry->depth == depth &&
        (entry->bound == EXACT || (entry->bound == AT_LEAST && entry->value >= beta) ||
         (entry->bound == AT_MOST && entry->value <= alpha))) {
        walk->cut_off = entry->cut_off;
        return entry->value;
    }
    const uint32_t n = walk->kernel->list(walk->game, state, level_at(walk, height)->moves);
    if (n == 0)
        return leaf_value(walk, state);
    tc_window window = {alpha, beta, 0, 0, false};
    try_moves(walk, state, depth, height, n, known ? entry->move : UINT32_MAX, &window);
    if (walk->aborted)
        return 0;
    walk->cut_off = window.cut_off;
    const uint8_t bound = window.best >= beta ? AT_LEAST : window.best <= alpha ? AT_MOST : EXACT;
    *entry = (tc_entry){key, window.best, window.move, (int16_t)depth, bound, window.cut_off};
    return window.best;
}

/* ---- Max^n ------------------------------------------------------------------------------------ */

/* Write the values of a position where every player maximises their own; of equal moves the first one
 * in the order of the list counts. */
static void max_n(tc_walk *walk, const tc_state *state, int depth, int height, float values[TC_MAX_PLAYERS]) {
    if (!spend(walk))
        return;
    tc_move *moves = level_at(walk, height)->moves;
    const uint32_t n = depth > 0 ? walk->kernel->list(walk->game, state, moves) : 0;
    const int mover = tc_turn(walk->game, state);
    if (n == 0) {
        walk->cut_off = !walk->kernel->evaluate(walk->game, state, values);
        return;
    }
    bool cut_off = false;
    values[mover] = -1;
    for (uint32_t i = 0; i < n && values[mover] < 1; i++) {
        float after[TC_MAX_PLAYERS];
        max_n(walk, child_of(walk, state, moves[i], height), depth - 1, height + 1, after);
        if (walk->aborted)
            return;
        cut_off |= walk->cut_off;
        if (after[mover] > values[mover])
            memcpy(values, after, sizeof after);
    }
    walk->cut_off = cut_off;
}

/* ---- The root --------------------------------------------------------------------------------- */

static bool is_max_n(const tc_walk *walk) {
    return walk->game->players > 2 && !walk->task->spec->paranoid;
}

/* Write the values after a move; with alpha-beta the others share what `me` leaves. */
static void value_of_move(tc_walk *walk, tc_move move, int depth, float values[TC_MAX_PLAYERS]) {
    const tc_state *child = child_of(walk, walk->task->state, move, 0);
    const int others = walk->game->players - 1;
    if (is_max_n(walk)) {
        max_n(walk, child, depth - 1, 1, values);
        return;
    }
    const float mine = alpha_beta(walk, child, depth - 1, -1, 2, 1);
    for (int player = 0; player < walk->game->players; player++)
        values[player] = player == walk->me ? mine : (1 - mine) / (float)others;
}

/* Whether deeper search cannot change a value: nothing was estimated, or `me` wins or loses whatever the
 * others do. Max^n does not show the latter, since a deeper search may change what the others prefer. */
static bool is_final(const tc_walk *walk, bool cut_off, float value) {
    static const float WON = 1.0f, LOST = 0.0f;
    return !cut_off || (!is_max_n(walk) && (value >= WON || value <= LOST));
}

/* Search every move to a depth; the task's analysis changes only if all of them were searched. Returns
 * whether the result is final. Of a proven loss the values alone are kept: the moves of the shallower
 * search put up more of a fight. */
static bool search_root(tc_walk *walk, int depth) {
    tc_analysis *analysis = walk->task->analysis;
    tc_choice choices[TC_MAX_MOVES];
    bool cut_off = false;
    for (uint32_t i = 0; i < analysis->n_choices; i++) {
        const uint64_t before = walk->nodes;
        choices[i] = analysis->choices[i];
        value_of_move(walk, choices[i].move, depth, choices[i].values);
        if (walk->aborted)
            return true;
        cut_off |= walk->cut_off;
        choices[i].visits = (uint32_t)(walk->nodes - before);
    }
    const uint32_t best = best_choice(walk->task, choices, analysis->n_choices, walk->me);
    const float value = choices[best].values[walk->me];
    const bool final = is_final(walk, cut_off, value);
    memcpy(analysis->values, choices[best].values, sizeof analysis->values);
    if (!final || value > 0 || depth == 1) {
        memcpy(analysis->choices, choices, analysis->n_choices * sizeof choices[0]);
        analysis->best = best;
    }
    analysis->depth = (uint32_t)depth;
    analysis->exact = final && walk->game->players == 2;
    return final;
}

static tc_status start_walk(tc_walk *walk, tc_task *task, tc_table **table, int depth) {
    if (!*table)
        *table = calloc(1, sizeof **table);
    const size_t state_size = task->game->rules->state_size;
    *walk = (tc_walk){.task = task, .game = task->game, .kernel = task->game->kernel, .table = *table,
                      .state_size = state_size, .level_size = sizeof(tc_level) + whole_lines(state_size),
                      .me = tc_turn(task->game, task->state)};
    walk->memory = allocate_aligned(walk->level_size * (size_t)(depth + 1));
    if (!*table || !walk->memory) {
        free(walk->memory);
        return TC_NO_MEMORY;
    }
    for (int height = 0; height <= depth; height++)
        memset(level_at(walk, height)->killers, 0xFF, sizeof level_at(walk, height)->killers);
    (*table)->generation++;
    memset((*table)->history, 0, sizeof (*table)->history);
    return TC_OK;
}

tc_status think_ab(tc_task *task, tc_table **table) {
    const int depth = task->spec->depth ? (int)task->spec->depth : TC_MAX_DEPTH;
    tc_walk walk;
    const tc_status status = start_walk(&walk, task, table, depth);
    if (status != TC_OK)
        return status;
    for (int d = 1; d <= depth; d++) {
        walk.most_nodes = d > 1 ? task->spec->nodes : 0; /* one ply is always searched */
        if (search_root(&walk, d))
            break;
    }
    task->analysis->nodes = walk.nodes;
    free(walk.memory);
    return TC_OK;
}

/* ---- Exact play ------------------------------------------------------------------------------- */

tc_status solve(tc_task *task, uint64_t nodes, tc_table **table) {
    const tc_spec spec = {.kind = AGENT_AB, .nodes = nodes};
    tc_task sub = *task;
    sub.spec = &spec;
    const tc_status status = think_ab(&sub, table);
    return status != TC_OK || task->analysis->exact ? status : TC_NO_ROOM;
}

tc_status tc_solve(const tc_game *game, const tc_state *state, uint64_t nodes, const volatile int *stop,
                   float utilities[TC_MAX_PLAYERS], tc_move *best) {
    if (game->players != 2)
        return TC_BAD_PLAYERS;
    if (game->kernel->evaluate(game, state, utilities))
        return TC_OK;
    tc_table *table = NULL;
    tc_analysis *analysis = malloc(sizeof *analysis);
    if (!analysis)
        return TC_NO_MEMORY;
    tc_task task = {.game = game, .state = state, .stop = stop, .analysis = analysis};
    task_start(&task, 0, 0);
    tc_status status = solve(&task, nodes ? nodes : 1, &table);
    if (stop && *stop)
        status = TC_STOPPED;
    memcpy(utilities, analysis->values, sizeof analysis->values);
    *best = analysis->choices[analysis->best].move;
    free(analysis);
    free(table);
    return status;
}
