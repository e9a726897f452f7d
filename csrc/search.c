/* SPDX-License-Identifier: MIT
 *
 * Agents: their life, what they have in common, and the ones that need no search. */
#include "search.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NANOSECONDS 1000000000u

struct tc_agent {
    tc_spec spec;
    tc_table *table;
    tc_tree *tree;
};

tc_status tc_agent_new(const char *spec, tc_agent **agent, tc_error *error) {
    tc_spec read;
    *agent = NULL;
    const tc_status status = spec_read(spec, &read, error);
    if (status != TC_OK)
        return status;
    tc_agent *made = calloc(1, sizeof *made);
    if (!made)
        return fail(error, TC_NO_MEMORY, "no memory for the agent '%.60s'", spec);
    made->spec = read;
    *agent = made;
    return TC_OK;
}

void tc_agent_free(tc_agent *agent) {
    if (!agent)
        return;
    free(agent->table);
    tree_free(agent->tree);
    free(agent);
}

bool tc_agent_is_timed(const tc_agent *agent) {
    return agent->spec.milliseconds > 0;
}

void tc_agent_forget(tc_agent *agent) {
    tree_forget(agent->tree);
}

/* ---- Tasks ------------------------------------------------------------------------------------ */

static uint64_t clock_now(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (uint64_t)now.tv_sec * NANOSECONDS + (uint64_t)now.tv_nsec;
}

bool task_is_due(const tc_task *task) {
    return (task->stop && *task->stop) || (task->deadline && clock_now() >= task->deadline);
}

uint32_t best_choice(tc_task *task, const tc_choice *choices, uint32_t n, int mover) {
    uint32_t best = 0, ties = 0;
    for (uint32_t i = 0; i < n; i++) {
        const float more = choices[i].values[mover] - choices[best].values[mover];
        if (i > 0 && more < 0)
            continue;
        ties = i == 0 || more > 0 ? 1 : ties + 1;
        if (ties == 1 || rng_below(task_draw(task), ties) == 0)
            best = i;
    }
    return best;
}

tc_status think_greedy(tc_task *task) {
    const tc_game *game = task->game;
    tc_analysis *analysis = task->analysis;
    tc_state *child = allocate_aligned(game->rules->state_size);
    if (!child)
        return TC_NO_MEMORY;
    for (uint32_t i = 0; i < analysis->n_choices; i++) {
        tc_choice *choice = &analysis->choices[i];
        memcpy(child, task->state, game->rules->state_size);
        game->kernel->make(game, child, choice->move);
        game->kernel->evaluate(game, child, choice->values);
        choice->visits = 1;
    }
    free(child);
    analysis->best = best_choice(task, analysis->choices, analysis->n_choices, tc_turn(game, task->state));
    memcpy(analysis->values, analysis->choices[analysis->best].values, sizeof analysis->values);
    analysis->nodes = analysis->n_choices;
    return TC_OK;
}

/* Uniformly random: the move that random playouts make here. */
static void think_random(tc_task *task, uint64_t seed, uint64_t index) {
    tc_analysis *analysis = task->analysis;
    const uint32_t ply = tc_ply(task->game, task->state);
    const tc_move move = tc_random_move(task->game, task->state, seed, index, ply);
    while (analysis->choices[analysis->best].move != move)
        analysis->best++;
}

/* ---- Thinking --------------------------------------------------------------------------------- */

void task_start(tc_task *task, uint64_t seed, uint64_t index) {
    tc_move moves[TC_MAX_MOVES];
    tc_analysis *analysis = task->analysis;
    rng_start(&task->rng, seed, index, tc_ply(task->game, task->state) + (uint64_t)1);
    memset(analysis, 0, offsetof(tc_analysis, choices));
    task->game->kernel->evaluate(task->game, task->state, analysis->values);
    analysis->n_choices = task->game->kernel->list(task->game, task->state, moves);
    for (uint32_t i = 0; i < analysis->n_choices; i++) {
        analysis->choices[i].move = moves[i];
        analysis->choices[i].visits = 0;
        memcpy(analysis->choices[i].values, analysis->values, sizeof analysis->values);
    }
}

static tc_status think(tc_agent *agent, tc_task *task, uint64_t seed, uint64_t index) {
    switch (agent->spec.kind) {
    case AGENT_GREEDY:
        return think_greedy(task);
    case AGENT_AB:
        return think_ab(task, &agent->table);
    case AGENT_MCTS:
        return think_mcts(task, &agent->tree, &agent->table);
    case AGENT_RANDOM:
        break;
    }
    think_random(task, seed, index);
    return TC_OK;
}

tc_status tc_agent_analyse(tc_agent *agent, const tc_game *game, const tc_state *state, uint64_t seed,
                           uint64_t index, const volatile int *stop, tc_analysis *analysis) {
    tc_task task = {.game = game, .state = state, .spec = &agent->spec, .stop = stop, .analysis = analysis};
    if (agent->spec.milliseconds > 0)
        task.deadline = clock_now() + agent->spec.milliseconds * (uint64_t)1000000;
    task_start(&task, seed, index);
    if (agent->spec.kind != AGENT_RANDOM && game->rules->in_auction && game->rules->in_auction(game, state))
        return TC_BAD_ARGUMENT;
    const tc_status status = think(agent, &task, seed, index);
    if (analysis->n_line == 0) {
        analysis->line[0] = analysis->choices[analysis->best].move;
        analysis->n_line = 1;
    }
    if (status == TC_OK && stop && *stop)
        return TC_STOPPED;
    return status;
}
