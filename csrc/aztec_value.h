/* SPDX-License-Identifier: MIT
 *
 * What a position of Aztec is worth without search. */
#ifndef TC_AZTEC_VALUE_H
#define TC_AZTEC_VALUE_H

#include "aztec_kernel.h"

TC_INLINE bool aztec_evaluate(const tc_game *game, const tc_state *state, float *values) {
    float strengths[TC_MAX_PLAYERS] = {0};
    if (aztec_count(game, state) == 0) {
        final_values(game, state, values);
        return true;
    }
    share_values(game->players, strengths, values);
    return false;
}

#endif
