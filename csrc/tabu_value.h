/* SPDX-License-Identifier: MIT
 *
 * What a position of Tabu is worth without search: the way of the Virgins, the Priests who open it,
 * material, and threats. */
#ifndef TC_TABU_VALUE_H
#define TC_TABU_VALUE_H

#include "tabu_kernel.h"

#include <stdlib.h>

#define WORTH_OF_LEVEL 1.5f    /* of the Virgin's square */
#define WORTH_OF_STEP 0.15f    /* nearer to the altar, for the Virgin */
#define WORTH_OF_SHELTER 0.5f  /* a Virgin on her own taboo squares, out of all reach (TB-8) */
#define WORTH_OF_GATE 0.6f     /* a Priest in an area above the Virgin (TB-9), for each level */
#define WORTH_OF_RISE 0.2f     /* a Priest's level */
#define WORTH_OF_PRIEST 0.5f
#define WORTH_OF_SOLDIER 0.25f
#define COST_OF_THREAT 0.7f    /* to the Virgin, by a player who moves later */
#define COST_OF_CAPTURE 4.0f   /* by the player to move */
#define STRENGTH_OF_OUT -100.0f

/* Steps between squares on an empty, flat board. */
TC_INLINE int steps_between(int a, int b) {
    const int columns = abs(column_of(a) - column_of(b)), rows = abs(row_of(a) - row_of(b));
    return columns > rows ? columns : rows;
}

/* Whether a piece of the kind could land on the square by its next move; most are not in line. */
TC_INLINE bool attacks(const tabu *g, const tabu_state *s, int colour, int kind, int from, int square) {
    const uint64_t there = star_bit(g, from, square) & g->limit[colour][kind][from];
    tabu_sight sight;
    if (!there)
        return false;
    make_sight(g, s, colour, kind, from, &sight);
    return (sight.targets & there) != 0;
}

TC_INLINE bool colour_attacks(const tabu *g, const tabu_state *s, int colour, int square) {
    const uint8_t *at = s->at[colour];
    for (int slot = FIRST_PRIEST; slot < FIRST_SOLDIER; slot++)
        if (attacks(g, s, colour, PRIEST, at[slot], square))
            return true;
    for (int slot = FIRST_SOLDIER; slot < SLOTS; slot++)
        if (attacks(g, s, colour, SOLDIER, at[slot], square))
            return true;
    return false;
}

/* What threats on a Virgin outside her areas cost (TB-6, TB-11). */
TC_INLINE float cost_of_threats(const tabu *g, const tabu_state *s, int player, int square) {
    float cost = 0;
    for (int other = 0; other < g->base.players; other++)
        if (other != player && !(s->out >> other & 1) && colour_attacks(g, s, g->colour[other], square))
            cost += other == s->turn ? COST_OF_CAPTURE : COST_OF_THREAT;
    return cost;
}

TC_INLINE float worth_of_priest(const tabu *g, int colour, int square, int virgin_level) {
    const int level = g->layout.level[square];
    const bool opens = g->layout.owner[square] == colour + 1 && level > virgin_level;
    return WORTH_OF_PRIEST + WORTH_OF_RISE * (float)level + (opens ? WORTH_OF_GATE * (float)level : 0.0f);
}

TC_INLINE float tabu_strength(const tabu *g, const tabu_state *s, int player) {
    const int colour = g->colour[player];
    const uint8_t *at = s->at[colour];
    const int virgin = at[0], level = g->layout.level[virgin];
    if (s->out >> player & 1)
        return STRENGTH_OF_OUT;
    float worth = WORTH_OF_LEVEL * (float)level - WORTH_OF_STEP * (float)steps_between(virgin, g->layout.altar);
    if (g->layout.owner[virgin] == colour + 1)
        worth += WORTH_OF_SHELTER;
    else
        worth -= cost_of_threats(g, s, player, virgin);
    for (int slot = FIRST_PRIEST; slot < FIRST_SOLDIER; slot++)
        if (at[slot] != NOWHERE)
            worth += worth_of_priest(g, colour, at[slot], level);
    for (int slot = FIRST_SOLDIER; slot < SLOTS; slot++)
        worth += at[slot] != NOWHERE ? WORTH_OF_SOLDIER : 0.0f;
    return worth;
}

TC_INLINE bool tabu_evaluate(const tc_game *game, const tc_state *state, float *values) {
    const tabu_state *s = position_of(state);
    float strengths[TC_MAX_PLAYERS];
    if (is_over(tabu_of(game), s)) {
        final_values(game, state, values);
        return true;
    }
    for (int player = 0; player < game->players; player++)
        strengths[player] = tabu_strength(tabu_of(game), s, player);
    share_values(game->players, strengths, values);
    return false;
}

#endif
