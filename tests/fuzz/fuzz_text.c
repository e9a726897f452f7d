/* SPDX-License-Identifier: MIT
 *
 * One property: a text that a game accepts is written back as a text that reads as the same position, and
 * any position that was read can be listed, counted and judged. The first byte chooses the game.
 * `make fuzz` runs it. */
#include "teocalli.h"

#include <stdlib.h>
#include <string.h>

static void require(bool good) {
    if (!good)
        abort();
}

static tc_state *new_state(const tc_game *game) {
    const size_t lines = (tc_state_size(game) + TC_STATE_ALIGN - 1) / TC_STATE_ALIGN;
    return aligned_alloc(TC_STATE_ALIGN, lines * TC_STATE_ALIGN);
}

static void check_position(const tc_game *game, const char *text) {
    static tc_move moves[TC_MAX_MOVES];
    char written[8192];
    tc_error error;
    tc_state *state = new_state(game), *again = new_state(game);
    if (tc_from_fen(game, text, state, &error) == TC_OK) {
        require(tc_fen(game, state, written, sizeof written) < sizeof written);
        require(tc_from_fen(game, written, again, &error) == TC_OK);
        require(tc_key(game, state) == tc_key(game, again));
        const uint32_t n = tc_legal_moves(game, state, moves);
        require(n == tc_count_moves(game, state));
        require(tc_is_over(game, state, NULL) == (n == 0));
        tc_board(game, state, written, sizeof written);
        for (uint32_t i = 0; i < n; i++)
            require(tc_is_legal(game, state, moves[i]));
    }
    free(state);
    free(again);
}

static void check_move(const char *name, const char *text) {
    tc_game *game;
    tc_move move;
    char written[64];
    require(tc_game_new(name, 0, NULL, 0, NULL, &game, NULL) == TC_OK);
    if (tc_move_parse(game, text, &move, NULL) == TC_OK) {
        tc_move_text(game, move, written, sizeof written);
        require(strcmp(text, written) == 0);
    }
    tc_game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t games = 0;
    while (tc_game_name(games))
        games++;
    if (size == 0)
        return 0;
    const char *name = tc_game_name(data[0] % games);
    char *text = malloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    tc_game *game;
    if (tc_game_from_fen(name, text, NULL, 0, NULL, &game, NULL) == TC_OK)
        check_position(game, text);
    tc_game_free(game);
    check_move(name, text);
    free(text);
    return 0;
}
