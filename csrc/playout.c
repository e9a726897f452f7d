/* SPDX-License-Identifier: MIT
 *
 * Bulk self-play. Game i of a run is a function of (seed, i) and the agents alone. */
#include "game.h"

#include <stdlib.h>
#include <string.h>

size_t tc_record_size(const tc_game *game) {
    return game->rules->record_size;
}

const tc_column *tc_record_column(const tc_game *game, size_t index) {
    const tc_column *column = game->rules->columns;
    for (; column->name && index > 0; index--)
        column++;
    return column->name ? column : NULL;
}

tc_move tc_random_move(const tc_game *game, const tc_state *state, uint64_t seed, uint64_t index,
                       uint32_t ply) {
    tc_rng rng;
    uint32_t number;
    rng_start(&rng, seed, index, 0);
    return game->kernel->pick(game, state, rng_draw(&rng, ply), &number);
}

static void write_record(const tc_game *game, const tc_state *state, uint32_t plies, tc_record *record) {
    tc_outcome outcome = {0};
    record->plies = plies;
    for (int place = 0; place < TC_MAX_PLAYERS; place++)
        record->order[place] = place < game->players ? (int8_t)game->order[place] : -1;
    if (!tc_is_over(game, state, &outcome)) {
        tc_scores(game, state, outcome.scores);
        for (int player = 0; player < game->players; player++)
            outcome.utilities[player] = 1.0 / game->players;
    }
    memcpy(record->scores, outcome.scores, sizeof record->scores);
    for (int player = 0; player < TC_MAX_PLAYERS; player++)
        record->utilities[player] = (float)outcome.utilities[player];
    record->winners = outcome.winners;
    record->termination = (uint8_t)outcome.termination;
    if (game->rules->record)
        game->rules->record(game, state, record);
}

/* A game in progress. */
typedef struct tc_sitting {
    const tc_game *game;
    tc_agent *const *agents; /* by player; NULL: all play at random */
    tc_state *state;
    tc_analysis *analysis; /* room for what agents find out */
    tc_rng rng;
    tc_record *record;
    tc_ply_sum *sums;
    size_t n_sums;
    const volatile int *stop;
} tc_sitting;

/* Choose the move at a ply, and count the legal ones; 0: the game is over. */
static tc_status choose(tc_sitting *sitting, uint32_t ply, tc_move *move, uint32_t *number) {
    const tc_game *game = sitting->game;
    const tc_state *state = sitting->state;
    tc_analysis *analysis = sitting->analysis;
    *move = game->kernel->pick(game, state, rng_draw(&sitting->rng, ply), number);
    if (!sitting->agents || *number == 0)
        return TC_OK;
    const tc_status status = tc_agent_analyse(sitting->agents[tc_turn(game, state)], game, state,
                                              sitting->rng.seed, sitting->rng.game, sitting->stop, analysis);
    *move = analysis->choices[analysis->best].move;
    return status;
}

/* Play one game and write its record; TC_NO_ROOM when it is longer than `sums`. */
static tc_status play_one(tc_sitting *sitting) {
    const tc_game *game = sitting->game;
    uint32_t ply = 0, number;
    memset(sitting->record, 0, game->rules->record_size);
    tc_start(game, sitting->state);
    for (; ply < TC_PLAYOUT_PLIES; ply++) {
        tc_move move;
        const tc_status status = choose(sitting, ply, &move, &number);
        if (status != TC_OK)
            return status;
        if (number == 0)
            break;
        if (sitting->sums) {
            if (ply >= sitting->n_sums)
                return TC_NO_ROOM;
            sitting->sums[ply].positions++;
            sitting->sums[ply].moves += number;
        }
        if (game->rules->observe)
            game->rules->observe(game, sitting->state, move, sitting->record);
        game->kernel->make(game, sitting->state, move);
    }
    write_record(game, sitting->state, ply, sitting->record);
    return TC_OK;
}

/* Agents meet every game as if it were their first. */
static void forget_all(tc_agent *const *agents, int players) {
    for (int player = 0; agents && player < players; player++)
        tc_agent_forget(agents[player]);
}

tc_status tc_playouts(const tc_game *const *games, size_t n_games, tc_agent *const *agents,
                      uint64_t seed, uint64_t first, uint64_t n, void *records, tc_ply_sum *sums,
                      size_t n_sums, const volatile int *stop) {
    const tc_rules *rules = games[0]->rules;
    tc_sitting sitting = {.agents = agents, .sums = sums, .n_sums = n_sums, .stop = stop};
    sitting.state = allocate_aligned(rules->state_size);
    sitting.analysis = agents ? malloc(sizeof *sitting.analysis) : NULL;
    tc_status status = sitting.state && (sitting.analysis || !agents) ? TC_OK : TC_NO_MEMORY;
    for (uint64_t i = 0; i < n && status == TC_OK; i++) {
        sitting.game = games[(first + i) % n_games];
        sitting.record = (tc_record *)((char *)records + i * rules->record_size);
        rng_start(&sitting.rng, seed, first + i, 0);
        forget_all(agents, sitting.game->players);
        status = play_one(&sitting);
        if (stop && *stop)
            status = TC_STOPPED;
    }
    free(sitting.state);
    free(sitting.analysis);
    return status;
}
