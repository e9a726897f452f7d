/* SPDX-License-Identifier: MIT
 *
 * What a position of Tabu is worth without search. */
#ifndef TC_TABU_VALUE_H
#define TC_TABU_VALUE_H

#include "tabu_kernel.h"

TC_INLINE bool tabu_evaluate(const tc_game *game, const tc_state *state, float *values) {
    float strengths[TC_MAX_PLAYERS] = {0};
    if (is_over(tabu_of(game), position_of(state))) {
        final_values(game, state, values);
        return true;
    }
    share_values(game->players, strengths, values);
    return false;
}

#endif
