/* SPDX-License-Identifier: MIT
 *
 * The hot functions of Aztec; kernel.h compiles them once per instruction set. All loops over sets
 * have constant bounds of whole cache lines, which the compiler turns into vectors. */
#ifndef TC_AZTEC_KERNEL_H
#define TC_AZTEC_KERNEL_H

#include "aztec.h"

/* ---- Legal placements ------------------------------------------------------------------------- */

/* Find the placements that AX-4 to AX-6 allow. */
TC_INLINE void find_legal(const aztec_planes *p, uint64_t legal[restrict SET_WORDS]) {
    for (int i = 0; i < SET_WORDS; i++)
        legal[i] = p->twos[i] & ~p->blocked[i];
    for (int i = 0; i < 24; i++)
        legal[i] &= p->first[i];
    for (int i = 0; i < 16; i++)
        legal[i] &= p->second[i] & p->third[i];
    for (int i = 0; i < 8; i++)
        legal[i] &= p->fourth[i];
}

/* The same after `e` has been added to the planes. */
TC_INLINE void find_legal_after(const aztec_planes *p, const aztec_planes *e,
                                uint64_t legal[restrict SET_WORDS]) {
    for (int i = 0; i < SET_WORDS; i++)
        legal[i] = (p->twos[i] | e->twos[i] | (p->ones[i] & e->ones[i])) & ~(p->blocked[i] | e->blocked[i]);
    for (int i = 0; i < 24; i++)
        legal[i] &= p->first[i] | e->first[i];
    for (int i = 0; i < 16; i++)
        legal[i] &= (p->second[i] | e->second[i]) & (p->third[i] | e->third[i]);
    for (int i = 0; i < 8; i++)
        legal[i] &= p->fourth[i] | e->fourth[i];
}

/* Find all legal placements; none when all pieces are placed (AX-8). */
TC_INLINE void find_placements(const aztec *g, const aztec_state *s, uint64_t legal[SET_WORDS]) {
    if (s->pieces == PIECES) {
        memset(legal, 0, SET_WORDS * sizeof *legal);
        return;
    }
    find_legal(&s->planes, legal);
    if (g->slide)
        aztec_keep_slides(g, s, legal);
}

TC_INLINE uint32_t count_members(const uint64_t set[SET_WORDS]) {
    int n = 0;
    for (int i = 0; i < WORDS; i++)
        n += popcount64(set[i]);
    return (uint32_t)n;
}

/* ---- The auction (AX-12) ---------------------------------------------------------------------- */

/* How many numbers may be bid: the first player may bid any, others less than the lowest bid. */
TC_INLINE uint32_t open_bids(const aztec *g, const aztec_state *s) {
    return s->barrier ? s->barrier - 1u : g->highest;
}

/* The first player has to bid. */
TC_INLINE uint32_t count_bids(const aztec *g, const aztec_state *s) {
    return open_bids(g, s) + (s->barrier > 0);
}

/* Return bid number k of the list: 1, 2, .. and then the pass. */
TC_INLINE tc_move nth_bid(const aztec *g, const aztec_state *s, uint32_t k) {
    return k < open_bids(g, s) ? PASS + 1 + k : PASS;
}

TC_INLINE void make_bid(const tc_game *game, aztec_state *s, tc_move move) {
    const uint8_t bidder = s->turn, number = (uint8_t)(move - PASS);
    s->bids[s->n_bids++] = number;
    if (number > 0) {
        s->barrier = number;
        s->oh_puch = bidder;
    } else {
        s->passed |= (uint8_t)(1u << bidder);
    }
    do
        s->turn = game->next[s->turn];
    while (s->passed >> s->turn & 1);
    if (number == 1 || s->turn == s->oh_puch) {
        s->auction = false;
        s->passed = 0; /* of no more account */
        s->turn = s->oh_puch; /* AX-11 */
    }
}

/* ---- The kernel ------------------------------------------------------------------------------- */

TC_INLINE uint32_t aztec_count(const tc_game *game, const tc_state *state) {
    const aztec *g = aztec_of(game);
    const aztec_state *s = position_of(state);
    uint64_t legal[SET_WORDS];
    if (s->auction)
        return count_bids(g, s);
    find_placements(g, s, legal);
    return count_members(legal);
}

TC_INLINE uint32_t aztec_list(const tc_game *game, const tc_state *state, tc_move *moves) {
    const aztec *g = aztec_of(game);
    const aztec_state *s = position_of(state);
    uint64_t legal[SET_WORDS];
    uint32_t n = 0;
    if (s->auction) {
        for (; n < count_bids(g, s); n++)
            moves[n] = nth_bid(g, s, n);
        return n;
    }
    find_placements(g, s, legal);
    for (int i = 0; i < WORDS; i++)
        for (tc_bits left = legal[i]; left;)
            moves[n++] = g->move_of[64 * i + pop_lowest(&left)];
    return n;
}

/* Return member number k of a set. */
TC_INLINE int member_at(const uint64_t set[SET_WORDS], int k) {
    int word = 0, before = 0, sum = 0;
    for (int i = 0; i < WORDS - 1; i++) { /* sums and selects: which word it is cannot be predicted */
        sum += popcount64(set[i]);
        word += k >= sum;
        before = k >= sum ? sum : before;
    }
    return 64 * word + nth_member(set[word], k - before);
}

TC_INLINE tc_move aztec_pick(const tc_game *game, const tc_state *state, uint64_t draw, uint32_t *number) {
    const aztec *g = aztec_of(game);
    const aztec_state *s = position_of(state);
    uint64_t legal[SET_WORDS];
    if (s->auction) {
        *number = count_bids(g, s);
        return nth_bid(g, s, rng_below(draw, *number));
    }
    find_placements(g, s, legal);
    *number = count_members(legal);
    return *number ? g->move_of[member_at(legal, (int)rng_below(draw, *number))] : PASS;
}

TC_INLINE void aztec_make(const tc_game *game, tc_state *state, tc_move move) {
    const aztec *g = aztec_of(game);
    aztec_state *s = mutable_position(state);
    if (s->auction) {
        make_bid(game, s, move);
        return;
    }
    add_effect(&s->planes, &g->effect[move]);
    s->piece[s->pieces] = (uint16_t)move;
    s->owner[s->pieces++] = s->turn;
    s->turn = game->next[s->turn];
}

/* perft(2) by making every move. */
TC_INLINE uint64_t count_children(const tc_game *game, const tc_state *state) {
    tc_move moves[TC_MAX_MOVES];
    const uint32_t n = aztec_list(game, state, moves);
    uint64_t nodes = 0;
    for (uint32_t i = 0; i < n; i++) {
        aztec_state child = *position_of(state);
        aztec_make(game, (tc_state *)(void *)&child, moves[i]);
        nodes += aztec_count(game, (tc_state *)(void *)&child);
    }
    return nodes;
}

TC_INLINE uint64_t aztec_count2(const tc_game *game, const tc_state *state) {
    const aztec *g = aztec_of(game);
    const aztec_state *s = position_of(state);
    uint64_t legal[SET_WORDS], after[SET_WORDS];
    uint64_t nodes = 0;
    if (s->auction || g->slide)
        return count_children(game, state);
    if (s->pieces + 1 >= PIECES)
        return 0; /* nobody moves after the last piece (AX-8) */
    find_legal(&s->planes, legal);
    for (int i = 0; i < WORDS; i++)
        for (tc_bits left = legal[i]; left;) {
            find_legal_after(&s->planes, &g->effect[g->move_of[64 * i + pop_lowest(&left)]], after);
            nodes += count_members(after);
        }
    return nodes;
}

#endif
