/* SPDX-License-Identifier: MIT
 *
 * What the files of the agents share. They know a game by game.h alone. */
#ifndef TC_SEARCH_H
#define TC_SEARCH_H

#include "game.h"

typedef enum tc_agent_kind { AGENT_RANDOM, AGENT_GREEDY, AGENT_AB, AGENT_MCTS } tc_agent_kind;

/* A spec, read. Budgets that it does not set are 0. */
typedef struct tc_spec {
    tc_agent_kind kind;
    uint32_t depth;        /* ab: plies */
    uint64_t nodes;        /* ab: positions; mcts: simulations */
    uint32_t milliseconds;
    bool paranoid;         /* ab, three players or more: the others play against the one who thinks */
    float exploration;     /* mcts: c of UCB1 */
    uint32_t cut;          /* mcts: plies of a playout before it is evaluated instead; 0: never */
    bool greedy;           /* mcts: playouts by the greedy agent's moves */
} tc_spec;

/* Read a spec; on failure say what there is. */
tc_status spec_read(const char *text, tc_spec *spec, tc_error *error);

/* A decision to be made, with the draws and the budget for it. */
typedef struct tc_task {
    const tc_game *game;
    const tc_state *state;
    const tc_spec *spec;
    const volatile int *stop;
    uint64_t deadline; /* in nanoseconds of the clock, 0: none */
    tc_rng rng;
    uint64_t draws;
    tc_analysis *analysis;
} tc_task;

/* Start the draws of a task, and its analysis: all legal moves, each as good as the position itself. */
void task_start(tc_task *task, uint64_t seed, uint64_t index);

/* Return the next 64 random bits of a task. */
TC_INLINE uint64_t task_draw(tc_task *task) {
    return rng_draw(&task->rng, task->draws++);
}

/* Tell whether the caller wants an end, or the time is up; looks at the clock. */
bool task_is_due(const tc_task *task);

/* Choose the best of the moves by the mover's values, ties at random. */
uint32_t best_choice(tc_task *task, const tc_choice *choices, uint32_t n, int mover);

/* Fill the choices of the task with all legal moves and the values one ply later, and point at the best. */
tc_status think_greedy(tc_task *task);

/* Depth-first search; its memory is kept from call to call. */
typedef struct tc_table tc_table;
tc_status think_ab(tc_task *task, tc_table **table);

/* Think about a game of two players within so many positions; TC_NO_ROOM if that proves nothing. */
tc_status solve(tc_task *task, uint64_t nodes, tc_table **table);

/* Monte-Carlo tree search; the tree is kept from call to call. */
typedef struct tc_tree tc_tree;
tc_status think_mcts(tc_task *task, tc_tree **tree, tc_table **table);
void tree_forget(tc_tree *tree); /* NULL is allowed, here and below */
void tree_free(tc_tree *tree);

#endif
