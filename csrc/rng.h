/* SPDX-License-Identifier: MIT
 *
 * Philox4x64-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel random
 * numbers: as easy as 1, 2, 3" (SC 2011). Counter-based: the draw for (seed, game, ply) needs no draw before it,
 * so any game of a run can be replayed alone and the number of threads cannot matter. */
#ifndef TC_RNG_H
#define TC_RNG_H

#include "bitboard.h"

/* A stream of draws of one game; four draws share a block of four words. Stream 0 is that of random
 * moves by ply, stream k that of the agent who moves at ply k - 1. */
typedef struct tc_rng {
    uint64_t seed, game, stream, block; /* `block` tells which one `words` holds */
    uint64_t words[4];
} tc_rng;

TC_INLINE uint64_t multiply_high(uint64_t a, uint64_t b, uint64_t *low) {
    const tc_bits product = (tc_bits)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
}

/* Fill words with Philox4x64-10 of the counter (block, game, stream, 0) under the key (seed, 0). */
TC_INLINE void philox(uint64_t seed, uint64_t game, uint64_t stream, uint64_t block, uint64_t words[4]) {
    uint64_t c0 = block, c1 = game, c2 = stream, c3 = 0, k0 = seed, k1 = 0;
    for (int round = 0; round < 10; round++) {
        uint64_t low0, low1;
        const uint64_t high0 = multiply_high(0xD2E7470EE14C6C93u, c0, &low0);
        const uint64_t high1 = multiply_high(0xCA5A826395121157u, c2, &low1);
        c0 = high1 ^ c1 ^ k0;
        c1 = low1;
        c2 = high0 ^ c3 ^ k1;
        c3 = low0;
        k0 += 0x9E3779B97F4A7C15u;
        k1 += 0xBB67AE8584CAA73Bu;
    }
    words[0] = c0;
    words[1] = c1;
    words[2] = c2;
    words[3] = c3;
}

TC_INLINE void rng_start(tc_rng *rng, uint64_t seed, uint64_t game, uint64_t stream) {
    rng->seed = seed;
    rng->game = game;
    rng->stream = stream;
    rng->block = UINT64_MAX;
}

/* Return the 64 random bits of draw number `n` of the stream. */
TC_INLINE uint64_t rng_draw(tc_rng *rng, uint64_t n) {
    if (rng->block != n / 4) {
        rng->block = n / 4;
        philox(rng->seed, rng->game, rng->stream, rng->block, rng->words);
    }
    return rng->words[n % 4];
}

/* Map 64 random bits to 0 .. n-1; each value's chance is off by less than n / 2^64. */
TC_INLINE uint32_t rng_below(uint64_t draw, uint32_t n) {
    return (uint32_t)(((tc_bits)draw * n) >> 64);
}

/* Mix 64 bits so that each of them decides about half of the result (Stafford's variant 13). */
TC_INLINE uint64_t mix64(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

#endif
