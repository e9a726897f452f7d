/* SPDX-License-Identifier: MIT
 *
 * What a position of Azacru is worth without search: markers, moves, and neutral fields in reach. */
#ifndef TC_AZACRU_VALUE_H
#define TC_AZACRU_VALUE_H

#include "azacru_kernel.h"

/* In markers: chosen by play of one ply against the same without the term. */
#define WORTH_OF_MOVE 0.03f
#define WORTH_OF_FIELD 0.25f
#define MARKERS_PER_FACTOR_E 3.0f

/* Neutral fields where a player's next move could put a marker. */
TC_INLINE int fields_in_reach(const azacru_state *s, const azacru_fans *fans) {
    const tc_bits marked = union4(s->markers);
    tc_bits fields = 0;
    for (int i = 0; i < fans->n; i++)
        fields |= fans->fan[i].targets & ~marked;
    return popcount(fields);
}

TC_INLINE float azacru_strength(const azacru *g, const azacru_state *s, int player) {
    azacru_fans fans;
    find_fans(g, s, player, &fans);
    const float worth = (float)popcount(s->markers[player]) + WORTH_OF_MOVE * (float)fans.moves +
                        WORTH_OF_FIELD * (float)fields_in_reach(s, &fans);
    return worth / MARKERS_PER_FACTOR_E;
}

TC_INLINE bool azacru_evaluate(const tc_game *game, const tc_state *state, float *values) {
    const azacru_state *s = position_of(state);
    float strengths[TC_MAX_PLAYERS];
    if (is_over(s)) {
        final_values(game, state, values);
        return true;
    }
    for (int player = 0; player < game->players; player++)
        strengths[player] = azacru_strength(azacru_of(game), s, player);
    share_values(game->players, strengths, values);
    return false;
}

#endif
