/* SPDX-License-Identifier: MIT
 *
 * What a game fills in. perft.c, playout.c and game.c know a game by these tables alone.
 *
 * The hot functions form a kernel, compiled once per instruction set (variants.h) and chosen when a
 * game is made; the others form the rules, which exist once. */
#ifndef TC_GAME_H
#define TC_GAME_H

#include "rng.h"
#include "teocalli.h"
#include "text.h"

#define TC_MAX_OPTIONS 8

typedef enum tc_cpu_variant { TC_CPU_BASELINE, TC_CPU_AVX2, TC_CPU_AVX512, TC_CPUS } tc_cpu_variant;

typedef struct tc_kernel {
    /* Count the legal moves; 0 exactly when the game is over. */
    uint32_t (*count)(const tc_game *game, const tc_state *state);
    /* perft(2), by whatever means is fastest. */
    uint64_t (*count2)(const tc_game *game, const tc_state *state);
    /* Write the legal moves, in an order that depends on the position alone; return their number. */
    uint32_t (*list)(const tc_game *game, const tc_state *state, tc_move *moves);
    /* Count the legal moves into *number and return the one at place rng_below(draw, *number) of the
     * list. The move is unspecified when there is none. */
    tc_move (*pick)(const tc_game *game, const tc_state *state, uint64_t draw, uint32_t *number);
    /* Make a legal move. */
    void (*make)(const tc_game *game, tc_state *state, tc_move move);
    /* What tc_evaluate does. Estimates of games that are not over lie strictly between 0 and 1. */
    bool (*evaluate)(const tc_game *game, const tc_state *state, float values[TC_MAX_PLAYERS]);
} tc_kernel;

/* What a position text says about the game that it belongs to. */
typedef struct tc_setup {
    int players;
    size_t n_options;
    tc_option options[TC_MAX_OPTIONS];
    char values[256]; /* storage for option values */
} tc_setup;

typedef struct tc_rules {
    const char *name;
    int min_players, max_players, default_players;
    size_t game_size, state_size;
    size_t shared_size;  /* bytes of tables that all games of the kind share */
    uint32_t move_limit; /* every move is below it */
    size_t record_size;
    const tc_column *columns; /* of the record, ended by a NULL name */
    const tc_kernel *kernels[TC_CPUS];

    /* Read the options and build the tables; the common fields of *game are set. On failure the
     * caller frees the game, with `release` first. */
    tc_status (*configure)(tc_game *game, const tc_option *options, size_t n_options, tc_error *error);
    /* Free what configure allocated; may be NULL. */
    void (*release)(tc_game *game);
    /* Tell players and options of a position text, without judging the rest of it. */
    tc_status (*read_setup)(const char *fen, tc_setup *setup, tc_error *error);
    /* `state` is all zero before. */
    tc_status (*from_fen)(const tc_game *game, const char *fen, tc_state *state, tc_error *error);
    void (*fen)(const tc_game *game, const tc_state *state, tc_writer *out);
    void (*board)(const tc_game *game, const tc_state *state, tc_writer *out);
    /* Write the start position over whatever `state` holds. */
    void (*start)(const tc_game *game, tc_state *state);
    int (*turn)(const tc_game *game, const tc_state *state);
    uint32_t (*ply)(const tc_game *game, const tc_state *state);
    uint64_t (*key)(const tc_game *game, const tc_state *state);
    void (*scores)(const tc_game *game, const tc_state *state, int16_t *scores);
    /* Fill termination, winners, early of a finished game; game.c adds scores and utilities, unless
     * nobody has won: then `still_in` tells who shares. */
    void (*result)(const tc_game *game, const tc_state *state, tc_outcome *outcome, uint8_t *still_in);
    bool (*is_legal)(const tc_game *game, const tc_state *state, tc_move move);
    /* Say why a move that can be written, but is not legal, is forbidden: reason and rule id. */
    const char *(*why_illegal)(const tc_game *game, const tc_state *state, tc_move move);
    /* Write the notation, and return false if the number is no move. */
    bool (*move_text)(tc_move move, tc_writer *out);
    tc_status (*move_parse)(const char *text, tc_move *move, tc_error *error);
    /* Fill the game's own columns after the last ply; `columns` is zero at the start of the game and
     * has been shown every move by `observe`. Both may be NULL. */
    void (*record)(const tc_game *game, const tc_state *state, void *record);
    void (*observe)(const tc_game *game, const tc_state *before, tc_move move, void *record);
    /* Tell whether the players bid, which agents that search do not; NULL: they never do. */
    bool (*in_auction)(const tc_game *game, const tc_state *state);
} tc_rules;

/* The head of every game; a game's own struct begins with it. */
struct tc_game {
    const tc_rules *rules;
    const tc_kernel *kernel;
    tc_cpu_variant cpu;
    int players;
    uint8_t order[TC_MAX_PLAYERS]; /* order[k]: the player who moves k-th */
    uint8_t next[TC_MAX_PLAYERS];  /* next[p]: the player after p */
};

/* Set the turn order from the text "2,1,3", or the natural one if `text` is NULL. */
tc_status game_set_order(tc_game *game, const char *text, tc_error *error);

/* Write " order=2,1" if the order is not the natural one. */
void put_order(const tc_game *game, tc_writer *out);

/* Allocate whole cache lines, aligned for states; NULL when there is no memory. */
void *allocate_aligned(size_t bytes);

/* Round up to whole cache lines. */
TC_INLINE size_t whole_lines(size_t bytes) {
    return (bytes + TC_STATE_ALIGN - 1) / TC_STATE_ALIGN * TC_STATE_ALIGN;
}

/* Write the utilities of a game that is over. */
void final_values(const tc_game *game, const tc_state *state, float values[TC_MAX_PLAYERS]);

/* Turn the strength of each player's position into values: the share of exp(strength) in the sum, kept
 * away from 0 and 1 (Luce's choice axiom). */
void share_values(int players, const float strengths[TC_MAX_PLAYERS], float values[TC_MAX_PLAYERS]);

/* Fold `words` 64-bit words into a key. */
uint64_t hash_words(const uint64_t *data, size_t words);

extern const tc_rules azacru_rules, aztec_rules, tabu_rules;

#endif
