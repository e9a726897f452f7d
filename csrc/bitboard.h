/* SPDX-License-Identifier: MIT
 *
 * Sets of squares in up to 128 bits, and the only place that names compiler built-ins.
 * Everything is inlined into its caller and so compiled for the caller's instruction set. */
#ifndef TC_BITBOARD_H
#define TC_BITBOARD_H

#include <stdint.h>

#define TC_INLINE static inline __attribute__((always_inline, unused))

__extension__ typedef unsigned __int128 tc_bits;

/* A cache line of bits that is worked on as a whole. Compilers make it one, two or four vectors of
 * the instruction set at hand. Pass pointers to it, never values. */
#define TC_LINE_WORDS 8
typedef uint64_t tc_line __attribute__((vector_size(64), may_alias));

/* Stands before a loop of at most n rounds that is to be unrolled. */
#ifdef __clang__
#define TC_UNROLL(n) _Pragma("unroll")
#else
#define TC_PRAGMA(text) _Pragma(#text)
#define TC_UNROLL(n) TC_PRAGMA(GCC unroll n)
#endif

/* Return the set that holds `square` alone. */
TC_INLINE tc_bits bit(int square) {
    return (tc_bits)1 << square;
}

TC_INLINE int has(tc_bits set, int square) {
    return (int)(set >> square) & 1;
}

TC_INLINE int popcount64(uint64_t word) {
    return __builtin_popcountll(word);
}

TC_INLINE int popcount(tc_bits set) {
    return popcount64((uint64_t)set) + popcount64((uint64_t)(set >> 64));
}

/* Return the lowest member of a set that is not empty. */
TC_INLINE int lowest(tc_bits set) {
    const uint64_t low = (uint64_t)set, word = low ? low : (uint64_t)(set >> 64);
    return (low ? 0 : 64) + __builtin_ctzll(word); /* selects, not branches */
}

/* Return the highest member of a set that is not empty. */
TC_INLINE int highest(tc_bits set) {
    const uint64_t high = (uint64_t)(set >> 64), word = high ? high : (uint64_t)set;
    return (high ? 127 : 63) - __builtin_clzll(word);
}

/* Take the lowest member out of a set that is not empty, and return it. */
TC_INLINE int pop_lowest(tc_bits *set) {
    const int square = lowest(*set);
    *set &= *set - 1;
    return square;
}

/* Return member number n of a set that has more than n members, counting from the lowest. */
TC_INLINE int nth_member(tc_bits set, int n) {
    for (; n > 0; n--)
        set &= set - 1;
    return lowest(set);
}

#endif
