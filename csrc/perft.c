/* SPDX-License-Identifier: MIT
 *
 * Counting move sequences. The last two plies are counted by the game's kernel in bulk. */
#include "game.h"

#include <stdlib.h>
#include <string.h>

typedef struct tc_walk {
    const tc_game *game;
    const volatile int *stop;
    size_t state_size;
    bool overflow;
} tc_walk;

/* What one ply of the walk needs: the moves, and the position after one of them. Heap memory, made
 * once per count, since 64 plies of it would strain a thread's stack. */
typedef struct tc_level {
    _Alignas(TC_STATE_ALIGN) tc_move moves[TC_MAX_MOVES];
} tc_level;

static size_t level_size(const tc_walk *walk) {
    return sizeof(tc_level) + whole_lines(walk->state_size);
}

static uint64_t add(tc_walk *walk, uint64_t a, uint64_t b) {
    uint64_t sum;
    walk->overflow |= __builtin_add_overflow(a, b, &sum);
    return sum;
}

static uint64_t count_from(tc_walk *walk, const tc_state *state, int depth, char *memory) {
    const tc_kernel *kernel = walk->game->kernel;
    if (depth == 1)
        return kernel->count(walk->game, state);
    if (depth == 2)
        return kernel->count2(walk->game, state);
    if (walk->stop && *walk->stop)
        return 0;
    tc_move *moves = ((tc_level *)memory)->moves;
    tc_state *child = (tc_state *)(memory + sizeof(tc_level));
    const uint32_t n = kernel->list(walk->game, state, moves);
    uint64_t nodes = 0;
    for (uint32_t i = 0; i < n; i++) {
        memcpy(child, state, walk->state_size);
        kernel->make(walk->game, child, moves[i]);
        nodes = add(walk, nodes, count_from(walk, child, depth - 1, memory + level_size(walk)));
    }
    return nodes;
}

tc_status tc_perft(const tc_game *game, const tc_state *state, int depth, const volatile int *stop,
                   uint64_t *nodes) {
    if (depth < 0 || depth > TC_MAX_DEPTH)
        return TC_BAD_ARGUMENT;
    *nodes = 1;
    if (depth == 0)
        return TC_OK;
    tc_walk walk = {game, stop, game->rules->state_size, false};
    char *memory = NULL;
    if (depth > 2) {
        memory = allocate_aligned(level_size(&walk) * (size_t)(depth - 2));
        if (!memory)
            return TC_NO_MEMORY;
    }
    *nodes = count_from(&walk, state, depth, memory);
    free(memory);
    if (stop && *stop)
        return TC_STOPPED;
    return walk.overflow ? TC_OVERFLOW : TC_OK;
}
