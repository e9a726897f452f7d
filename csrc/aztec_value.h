/* SPDX-License-Identifier: MIT
 *
 * What a position of Aztec is worth without search: points, and edge squares ready for a cube. */
#ifndef TC_AZTEC_VALUE_H
#define TC_AZTEC_VALUE_H

#include "aztec_kernel.h"

/* In points. */
#define WORTH_OF_SECOND 0.35f /* an edge square topped on level 2 */
#define WORTH_OF_FIRST 0.1f   /* an edge square topped on level 1 */
#define WORTH_OF_PIECE 0.2f   /* what a piece to come brings each side */
#define POINTS_PER_FACTOR_E 2.0f

/* What a side will have scored at the end, by what stands on its edges (AX-9). */
TC_INLINE float expected_points(const aztec_cells *filled, tc_bits edges, int pieces_left) {
    const tc_bits third = filled->level[2] & edges;
    const tc_bits second = filled->level[1] & edges & ~third;
    const tc_bits first = filled->level[0] & edges & ~third & ~second;
    return (float)popcount(third) + WORTH_OF_SECOND * (float)popcount(second) +
           WORTH_OF_FIRST * (float)popcount(first) + WORTH_OF_PIECE * (float)pieces_left;
}

/* Oh Puch is above even by as much as the better builder is below it (AX-11). Even is half a
 * point below the barrier, since a builder who reaches it has broken it. */
TC_INLINE void add_oh_puch(const aztec_state *s, float north_south, float east_west, float *strengths) {
    const float best = north_south > east_west ? north_south : east_west;
    const float even = (float)s->barrier - 0.5f;
    strengths[s->oh_puch] = (2 * even - best) / POINTS_PER_FACTOR_E;
}

TC_INLINE void aztec_strengths(const aztec *g, const aztec_state *s, float *strengths) {
    const aztec_cells filled = aztec_occupied(g, s);
    const int left = PIECES - s->pieces;
    const float north_south = expected_points(&filled, g->rows, left);
    const float east_west = expected_points(&filled, g->columns, left);
    const int first = s->oh_puch == NOBODY ? 0 : g->base.next[s->oh_puch]; /* AX-10, AX-11 */
    strengths[first] = north_south / POINTS_PER_FACTOR_E;
    strengths[g->base.next[first]] = east_west / POINTS_PER_FACTOR_E;
    if (s->oh_puch != NOBODY && !g->match) /* nobody wins a game of a match (AX-13) */
        add_oh_puch(s, north_south, east_west, strengths);
}

/* Nobody can move (AX-8); bids are always open. Cheaper than to count. */
TC_INLINE bool has_ended(const aztec *g, const aztec_state *s) {
    aztec_set legal;
    uint64_t any = 0;
    if (s->auction)
        return false;
    find_placements(g, s, &legal);
    for (int i = 0; i < WORDS; i++)
        any |= legal.word[i];
    return any == 0;
}

TC_INLINE bool aztec_evaluate(const tc_game *game, const tc_state *state, float *values) {
    const aztec_state *s = position_of(state);
    float strengths[TC_MAX_PLAYERS] = {0};
    if (has_ended(aztec_of(game), s)) {
        final_values(game, state, values);
        return true;
    }
    if (!s->auction) /* who builds what is open before (AX-12) */
        aztec_strengths(aztec_of(game), s, strengths);
    share_values(game->players, strengths, values);
    return false;
}

#endif
