/* SPDX-License-Identifier: MIT
 *
 * The hot functions of Aztec; kernel.h compiles them once per instruction set. Sets
 * are read and written by the line, counted and searched by the word. */
#ifndef TC_AZTEC_KERNEL_H
#define TC_AZTEC_KERNEL_H

#include "aztec.h"

/* ---- Legal placements ------------------------------------------------------------------------- */

/* Find the placements that AX-4 to AX-6 allow. */
TC_INLINE void find_legal(const aztec_planes *p, aztec_set *legal) {
    for (int i = 0; i < SET_LINES; i++)
        legal->line[i] = p->twos[i] & ~p->blocked[i];
    legal->line[0] &= p->first[0] & p->second[0] & p->third[0] & p->fourth[0];
    legal->line[1] &= p->first[1] & p->second[1] & p->third[1];
    legal->line[2] &= p->first[2];
}

/* Find in one line of placements those that AX-4 and AX-5 allow after `e` has been added. */
TC_INLINE void find_touching_after(const aztec_planes *p, const aztec_planes *e, int i, tc_line *line) {
    *line = (p->twos[i] | e->twos[i] | (p->ones[i] & e->ones[i])) & ~(p->blocked[i] | e->blocked[i]);
}

/* The same as find_legal after `e` has been added to the planes. */
TC_INLINE void find_legal_after(const aztec_planes *p, const aztec_planes *e, aztec_set *legal) {
    tc_line *line = legal->line;
    find_touching_after(p, e, 0, &line[0]);
    find_touching_after(p, e, 1, &line[1]);
    find_touching_after(p, e, 2, &line[2]);
    find_touching_after(p, e, 3, &line[3]);
    line[0] &= (p->first[0] | e->first[0]) & (p->second[0] | e->second[0]);
    line[0] &= (p->third[0] | e->third[0]) & (p->fourth[0] | e->fourth[0]);
    line[1] &= (p->first[1] | e->first[1]) & (p->second[1] | e->second[1]) & (p->third[1] | e->third[1]);
    line[2] &= p->first[2] | e->first[2];
}

/* Find all legal placements; none when all pieces are placed (AX-8). */
TC_INLINE void find_placements(const aztec *g, const aztec_state *s, aztec_set *legal) {
    if (s->pieces == PIECES) {
        memset(legal, 0, sizeof *legal);
        return;
    }
    find_legal(&s->planes, legal);
    if (g->slide)
        aztec_keep_slides(g, s, legal);
}

TC_INLINE uint32_t count_members(const aztec_set *set) {
    int n = 0;
    TC_UNROLL(27)
    for (int i = 0; i < WORDS; i++)
        n += popcount64(set->word[i]);
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
    aztec_set legal;
    if (s->auction)
        return count_bids(g, s);
    find_placements(g, s, &legal);
    return count_members(&legal);
}

TC_INLINE uint32_t aztec_list(const tc_game *game, const tc_state *state, tc_move *moves) {
    const aztec *g = aztec_of(game);
    const aztec_state *s = position_of(state);
    aztec_set legal;
    uint32_t n = 0;
    if (s->auction) {
        for (; n < count_bids(g, s); n++)
            moves[n] = nth_bid(g, s, n);
        return n;
    }
    find_placements(g, s, &legal);
    for (int i = 0; i < WORDS; i++)
        for (tc_bits left = legal.word[i]; left;)
            moves[n++] = g->tables->move_of[64 * i + pop_lowest(&left)];
    return n;
}

/* Return member number k of a set. */
TC_INLINE int member_at(const aztec_set *set, int k) {
    int word = 0, before = 0, sum = 0;
    TC_UNROLL(27)
    for (int i = 0; i < WORDS - 1; i++) { /* sums and selects: which word it is cannot be predicted */
        sum += popcount64(set->word[i]);
        word += k >= sum;
        before = k >= sum ? sum : before;
    }
    return 64 * word + nth_member(set->word[word], k - before);
}

TC_INLINE tc_move aztec_pick(const tc_game *game, const tc_state *state, uint64_t draw, uint32_t *number) {
    const aztec *g = aztec_of(game);
    const aztec_state *s = position_of(state);
    aztec_set legal;
    if (s->auction) {
        *number = count_bids(g, s);
        return nth_bid(g, s, rng_below(draw, *number));
    }
    find_placements(g, s, &legal);
    *number = count_members(&legal);
    return *number ? g->tables->move_of[member_at(&legal, (int)rng_below(draw, *number))] : PASS;
}

TC_INLINE void aztec_make(const tc_game *game, tc_state *state, tc_move move) {
    const aztec *g = aztec_of(game);
    aztec_state *s = mutable_position(state);
    if (s->auction) {
        make_bid(game, s, move);
        return;
    }
    add_effect(&s->planes, &g->tables->effect[move]);
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
    const aztec_tables *tables = g->tables;
    aztec_set legal, after;
    uint64_t nodes = 0;
    if (s->auction || g->slide)
        return count_children(game, state);
    if (s->pieces + 1 >= PIECES)
        return 0; /* nobody moves after the last piece (AX-8) */
    find_legal(&s->planes, &legal);
    for (int i = 0; i < WORDS; i++)
        for (tc_bits left = legal.word[i]; left;) {
            const uint16_t move = tables->move_of[64 * i + pop_lowest(&left)];
            find_legal_after(&s->planes, &tables->effect[move], &after);
            nodes += count_members(&after);
        }
    return nodes;
}

#endif
