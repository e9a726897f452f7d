/* SPDX-License-Identifier: MIT
 *
 * teocalli: rules, move generation, counting and self-play for three board games.
 *
 * Conventions that hold for every function below:
 *   - A tc_game holds rules, options and tables. It never changes after tc_game_new, so any number of
 *     threads may share it. A tc_state is plain data of tc_state_size(game) bytes, allocated by the
 *     caller at an alignment of TC_STATE_ALIGN, copied with memcpy, and used by one thread at a time.
 *   - Pointers must not be NULL unless a function says so. Nothing is printed and nothing aborts.
 *   - Players count from 0 in numbers and from 1 in text.
 *   - Functions that can fail return a tc_status and describe the failure in *error, which may be NULL.
 *   - Text functions work like snprintf: they write at most `size` bytes with the closing zero and
 *     return the length that the whole text needs without it; `buffer` may be NULL when size is 0.
 */
#ifndef TEOCALLI_H
#define TEOCALLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TC_VERSION "0.1.0"
#define TC_MAX_PLAYERS 4
#define TC_MAX_MOVES 2048 /* no position of any game has more legal moves */
#define TC_MAX_DEPTH 64   /* deepest perft */
#define TC_STATE_ALIGN 64
/* A playout that is not over after this many plies is recorded as TC_UNFINISHED. */
#define TC_PLAYOUT_PLIES 1000000

typedef struct tc_game tc_game;
typedef struct tc_state tc_state;
typedef uint32_t tc_move;

typedef enum tc_status {
    TC_OK = 0,
    TC_BAD_GAME,     /* no game of that name */
    TC_BAD_PLAYERS,  /* the game is not for that many players */
    TC_BAD_OPTION,   /* unknown option, or a value that it does not take */
    TC_BAD_AGENT,    /* an agent spec that makes no sense */
    TC_BAD_CPU,      /* unknown processor variant, or one that this machine lacks */
    TC_BAD_POSITION, /* a position text that makes no sense */
    TC_BAD_MOVE,     /* a move text that is not in the notation */
    TC_ILLEGAL_MOVE, /* a move that the rules forbid here */
    TC_BAD_ARGUMENT, /* a number out of its range */
    TC_OVERFLOW,     /* a count above 2^64 - 1 */
    TC_STOPPED,      /* the caller's stop flag was raised */
    TC_NO_ROOM,      /* the caller's array is too short */
    TC_NO_MEMORY
} tc_status;

typedef struct tc_error {
    char text[512]; /* one line of ASCII: the value, the rule, what would be valid */
} tc_error;

/* How a game ended; also the codes in records. */
typedef enum tc_termination {
    TC_UNFINISHED = 0,
    TC_MARKERS,   /* Azacru: one player has most markers (AZ-13) */
    TC_TIE,       /* Azacru: the most markers are shared (AZ-13) */
    TC_POINTS,    /* Aztec: more points (AX-10, AX-13) */
    TC_STARTER,   /* Aztec: equal points, the starter wins (AX-10) */
    TC_HELD,      /* Aztec: Oh Puch held the barrier (AX-11) */
    TC_BROKEN,    /* Aztec: a builder reached the barrier (AX-11) */
    TC_ALTAR,     /* Tabu: a Virgin reached the altar (TB-11) */
    TC_LAST,      /* Tabu: one player is left (TB-11) */
    TC_TRUNCATED, /* Tabu: max_plies were played (TB-12) */
    TC_TERMINATIONS
} tc_termination;

typedef struct tc_option {
    const char *name, *value;
} tc_option;

typedef struct tc_outcome {
    tc_termination termination;
    uint8_t winners;                /* bit p: player p is among the winners */
    bool early;                     /* Aztec: ended before all pieces were placed (AX-8) */
    int16_t scores[TC_MAX_PLAYERS]; /* -1: absent player, or one who has no score */
    double utilities[TC_MAX_PLAYERS]; /* add up to 1 */
} tc_outcome;

/* ---- Games ------------------------------------------------------------------------------------ */

/* Return the name of game `index`, or NULL past the last one. */
const char *tc_game_name(size_t index);

/* Return the lower-case word for a termination, or NULL if there is no such code. */
const char *tc_termination_name(int code);

/* Make a game.
 *   players    0 takes the game's default
 *   options    n_options pairs of text, named as in the rules; may be NULL when n_options is 0
 *   cpu        "baseline", "avx2" or "avx512"; NULL takes the best that this machine has
 *   game       receives the game, to be freed with tc_game_free; NULL on failure
 * Fails with TC_BAD_GAME, TC_BAD_PLAYERS, TC_BAD_OPTION, TC_BAD_CPU or TC_NO_MEMORY. */
tc_status tc_game_new(const char *name, int players, const tc_option *options, size_t n_options,
                      const char *cpu, tc_game **game, tc_error *error);

/* Make the game that a position text belongs to: its players and options stand in the text.
 * `extra` are options that a text cannot hold (a board layout); they may be NULL when n_extra is 0.
 * Fails like tc_game_new, or with TC_BAD_POSITION. */
tc_status tc_game_from_fen(const char *name, const char *fen, const tc_option *extra, size_t n_extra,
                           const char *cpu, tc_game **game, tc_error *error);

/* Free a game; NULL is allowed. No state of it may be used afterwards, except to free its memory. */
void tc_game_free(tc_game *game);

/* The facts of a game: number of players, bytes of a state, bytes of rules and tables (which games may
 * share), name of the processor variant in use, and a bound that every tc_move of the game stays below. */
int tc_players(const tc_game *game);
size_t tc_state_size(const tc_game *game);
size_t tc_table_size(const tc_game *game);
const char *tc_cpu(const tc_game *game);
uint32_t tc_move_limit(const tc_game *game);

/* Write the turn order into order[0 .. players-1]: order[k] is the player who moves k-th. */
void tc_order(const tc_game *game, uint8_t order[TC_MAX_PLAYERS]);

/* ---- Positions -------------------------------------------------------------------------------- */

/* Set up the start position. */
void tc_start(const tc_game *game, tc_state *state);

/* Read a position text into `state`, which is unspecified after a failure (TC_BAD_POSITION).
 * Accepts positions that no game reaches, but none that makes no sense. */
tc_status tc_from_fen(const tc_game *game, const char *fen, tc_state *state, tc_error *error);

/* Write the position text; tc_from_fen gives the same position back. */
size_t tc_fen(const tc_game *game, const tc_state *state, char *buffer, size_t size);

/* Write the board as several lines of ASCII for people. */
size_t tc_board(const tc_game *game, const tc_state *state, char *buffer, size_t size);

/* The player to move (after the end: the one who would be next), and the plies played so far. */
int tc_turn(const tc_game *game, const tc_state *state);
uint32_t tc_ply(const tc_game *game, const tc_state *state);

/* A 64-bit key of all that decides legal moves and result; the ply number and history stay out. */
uint64_t tc_key(const tc_game *game, const tc_state *state);

/* Write the scores as they stand now; -1 for a player without one. */
void tc_scores(const tc_game *game, const tc_state *state, int16_t scores[TC_MAX_PLAYERS]);

/* Tell whether the game is over, and if so fill *outcome; `outcome` may be NULL. */
bool tc_is_over(const tc_game *game, const tc_state *state, tc_outcome *outcome);

/* Estimate each player's utility from what stands on the board, without search: the values lie between
 * 0 and 1 and add up to 1; absent players get 0. Return whether the game is over; then the values are
 * the utilities of tc_is_over. */
bool tc_evaluate(const tc_game *game, const tc_state *state, float values[TC_MAX_PLAYERS]);

/* ---- Moves ------------------------------------------------------------------------------------ */

/* Count the legal moves; 0 exactly when the game is over. */
uint32_t tc_count_moves(const tc_game *game, const tc_state *state);

/* Write the legal moves, in an order that depends on the position alone, into an array with room for
 * TC_MAX_MOVES; return how many there are. */
uint32_t tc_legal_moves(const tc_game *game, const tc_state *state, tc_move *moves);

/* Tell whether any 32-bit number is a legal move here. */
bool tc_is_legal(const tc_game *game, const tc_state *state, tc_move move);

/* Make a move that is known to be legal; anything else is undefined. */
void tc_make(const tc_game *game, tc_state *state, tc_move move);

/* Make a move after checking it. On TC_ILLEGAL_MOVE the state is unchanged, and the error names the
 * move and the rule that forbids it. */
tc_status tc_push(const tc_game *game, tc_state *state, tc_move move, tc_error *error);

/* Write the notation of a move. Needs no position; a number that is no move gives "?". */
size_t tc_move_text(const tc_game *game, tc_move move, char *buffer, size_t size);

/* Read the notation of a move, exactly (TC_BAD_MOVE). Whether it is legal is another question. */
tc_status tc_move_parse(const tc_game *game, const char *text, tc_move *move, tc_error *error);

/* ---- Counting --------------------------------------------------------------------------------- */

/* Count the move sequences of exactly `depth` plies, 0 <= depth <= TC_MAX_DEPTH.
 *   stop    read often; a non-zero value, set by another thread, ends the count with TC_STOPPED.
 *           May be NULL.
 *   nodes   receives the count; unspecified on failure
 * Fails with TC_BAD_ARGUMENT, TC_OVERFLOW, TC_STOPPED or TC_NO_MEMORY. */
tc_status tc_perft(const tc_game *game, const tc_state *state, int depth, const volatile int *stop,
                   uint64_t *nodes);

/* ---- Agents ----------------------------------------------------------------------------------- */

/* A player: what its spec asks for, and the memory that it thinks with. One thread uses it at a time. */
typedef struct tc_agent tc_agent;

/* What an agent found out about one legal move. */
typedef struct tc_choice {
    tc_move move;
    uint32_t visits;              /* simulations or positions spent on it */
    float values[TC_MAX_PLAYERS]; /* expected utilities after it; they add up to 1 */
} tc_choice;

/* What an agent found out about a position. */
typedef struct tc_analysis {
    float values[TC_MAX_PLAYERS]; /* expected utilities; they add up to 1 */
    bool exact;                   /* the values are those of best play, proven (two players) */
    uint32_t depth;               /* plies searched in full, by depth-first agents; else 0 */
    uint64_t nodes;               /* simulations or positions searched */
    uint32_t best;                /* index into choices: the move that the agent makes */
    uint32_t n_choices;           /* all legal moves, in the order of tc_legal_moves */
    uint32_t n_line;
    tc_move line[TC_MAX_DEPTH];   /* the best move and what the agent expects to follow */
    tc_choice choices[TC_MAX_MOVES];
} tc_analysis;

/* Make an agent from its spec; docs/agents.md lists them. The agent plays any game.
 * Fails with TC_BAD_AGENT or TC_NO_MEMORY. */
tc_status tc_agent_new(const char *spec, tc_agent **agent, tc_error *error);

/* Free an agent; NULL is allowed. */
void tc_agent_free(tc_agent *agent);

/* Tell whether the agent's budget is time, so that its moves cannot be reproduced. */
bool tc_agent_is_timed(const tc_agent *agent);

/* Drop all that the agent keeps from earlier positions. Needed before a tc_game that it has thought
 * about is freed, and where its next move must not depend on what it thought before. */
void tc_agent_forget(tc_agent *agent);

/* Choose a move, and tell what was found out. The position must not be over.
 *   seed, index  the run and the game: with the position they fix every draw
 *   stop         as in tc_perft
 *   analysis     what was found out so far after TC_STOPPED, `best` being a legal move even then
 * Fails with TC_STOPPED, TC_NO_MEMORY, or TC_BAD_ARGUMENT for any agent but random in an auction. */
tc_status tc_agent_analyse(tc_agent *agent, const tc_game *game, const tc_state *state, uint64_t seed,
                           uint64_t index, const volatile int *stop, tc_analysis *analysis);

/* Find the result of a two-player game under best play, if that takes no more than `nodes` positions.
 *   utilities  receives the exact utilities
 *   best       receives a best move, unless the game is over
 * Fails with TC_BAD_PLAYERS (not two), TC_NO_ROOM (it takes more), TC_STOPPED or TC_NO_MEMORY. */
tc_status tc_solve(const tc_game *game, const tc_state *state, uint64_t nodes, const volatile int *stop,
                   float utilities[TC_MAX_PLAYERS], tc_move *best);

/* ---- Self-play -------------------------------------------------------------------------------- */

/* What every record of a finished game begins with. The game's own columns follow. */
typedef struct tc_record {
    uint32_t plies;
    float utilities[TC_MAX_PLAYERS];
    int16_t scores[TC_MAX_PLAYERS];
    int8_t order[TC_MAX_PLAYERS]; /* order[k]: the player who moved k-th; -1 past the last one */
    uint8_t winners;              /* bit p: player p is among the winners */
    uint8_t termination;
} tc_record;

/* One column of a record beyond tc_record: `count` values of `size` bytes, signed or not. */
typedef struct tc_column {
    const char *name;
    uint32_t offset, size, count;
    bool is_signed;
} tc_column;

/* Over the games of a batch that reached ply k undecided: how many, and their legal moves in all. */
typedef struct tc_ply_sum {
    uint64_t positions, moves;
} tc_ply_sum;

/* Bytes of one record of this game (a multiple of 8), and its column `index` or NULL past the last. */
size_t tc_record_size(const tc_game *game);
const tc_column *tc_record_column(const tc_game *game, size_t index);

/* Return the uniformly random move that game `index` of the run `seed` plays at `ply`. The position
 * must not be over. The draw is a function of (seed, index, ply) alone. */
tc_move tc_random_move(const tc_game *game, const tc_state *state, uint64_t seed, uint64_t index,
                       uint32_t ply);

/* Play games first .. first+n-1 of the run `seed` from the start.
 *   games     n_games variants of one game with equal records; game i uses games[i % n_games]
 *   agents    one a player, none of them twice; NULL: all play at random
 *   records   receives n records of tc_record_size bytes each
 *   sums      n_sums entries that the batch is added to; NULL to go without
 *   stop      as in tc_perft
 * Fails like tc_agent_analyse, or with TC_NO_ROOM when a game is longer than n_sums. */
tc_status tc_playouts(const tc_game *const *games, size_t n_games, tc_agent *const *agents,
                      uint64_t seed, uint64_t first, uint64_t n, void *records, tc_ply_sum *sums, size_t n_sums,
                      const volatile int *stop);

#ifdef __cplusplus
}
#endif
#endif
