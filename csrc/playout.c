/* SPDX-License-Identifier: MIT
 *
 * Bulk self-play at random. Game i of a run is a function of (seed, i) alone. */
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
    rng_start(&rng, seed, index);
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

/* Play one game and write its record; false when it is longer than `sums`. */
static bool play_one(const tc_game *game, tc_state *state, tc_rng *rng, tc_record *record,
                     tc_ply_sum *sums, size_t n_sums) {
    const tc_kernel *kernel = game->kernel;
    uint32_t ply = 0, number;
    memset(record, 0, game->rules->record_size);
    tc_start(game, state);
    for (; ply < TC_PLAYOUT_PLIES; ply++) {
        const tc_move move = kernel->pick(game, state, rng_draw(rng, ply), &number);
        if (number == 0)
            break;
        if (sums) {
            if (ply >= n_sums)
                return false;
            sums[ply].positions++;
            sums[ply].moves += number;
        }
        if (game->rules->observe)
            game->rules->observe(game, state, move, record);
        kernel->make(game, state, move);
    }
    write_record(game, state, ply, record);
    return true;
}

tc_status tc_playouts(const tc_game *const *games, size_t n_games, uint64_t seed, uint64_t first,
                      uint64_t n, void *records, tc_ply_sum *sums, size_t n_sums,
                      const volatile int *stop) {
    const tc_rules *rules = games[0]->rules;
    tc_state *state = allocate_aligned(rules->state_size);
    tc_status status = state ? TC_OK : TC_NO_MEMORY;
    for (uint64_t i = 0; i < n && status == TC_OK; i++) {
        tc_record *record = (tc_record *)((char *)records + i * rules->record_size);
        tc_rng rng;
        rng_start(&rng, seed, first + i);
        if (!play_one(games[(first + i) % n_games], state, &rng, record, sums, n_sums))
            status = TC_NO_ROOM;
        if (stop && *stop)
            status = TC_STOPPED;
    }
    free(state);
    return status;
}
