/* SPDX-License-Identifier: MIT
 *
 * Aztec: the state, the tables, and the move encoding, shared by all aztec files. Squares count from
 * a1 = 0 eastwards, then northwards: square = 9 * row + column. Levels count from 0 here, from 1 in
 * text. */
#ifndef TC_AZTEC_H
#define TC_AZTEC_H

#include "game.h"

#include <string.h>

#define SIDE 9    /* AX-1 */
#define LEVELS 3  /* AX-1 */
#define CUBES 6   /* of a piece (AX-2) */
#define PIECES 22 /* AX-2 */
#define LETTERS 24
#define PLACEMENTS 1680 /* AX-3 */
#define START_SQUARE (9 * 4 + 4) /* e5, on the lowest level (AX-1) */
#define NOBODY 255
#define MAX_BIDS 20 /* 18 bids and two passes */

/* A move: a placement, numbered by letter, column, row, level in this order; then the pass and the
 * bids. */
#define PASS PLACEMENTS
#define MOVE_LIMIT (PASS + 19u)

/* ---- Sets of placements ----------------------------------------------------------------------- */

/* Placements are numbered a second time, as bits of sets: those with most clauses (see below) come
 * first, so that the sets of clauses are short. All sets have whole cache lines. */
#define WORDS 27 /* that hold placements */
#define SET_LINES 4
#define CLAUSES 4

typedef union aztec_set {
    tc_line line[SET_LINES];
    uint64_t word[SET_LINES * TC_LINE_WORDS];
} aztec_set;

/* What cubes on the board do to each placement. The rule of support (AX-6) is a set of clauses for
 * each placement: one for each two cubes of the piece that share a face, true when a cube fills
 * either of the (at most two) cells that would hold one of them. Clauses that are always true, or
 * true whenever another one is, are left out; no placement keeps more than four. */
typedef struct aztec_planes {
    tc_line ones[SET_LINES];    /* touched by at least one face (AX-5) */
    tc_line twos[SET_LINES];    /* by at least two */
    tc_line blocked[SET_LINES]; /* on an occupied cell (AX-4) */
    tc_line first[3], second[2], third[2], fourth[1]; /* the clause is true, or there is none */
} aztec_planes;

/* ---- Positions -------------------------------------------------------------------------------- */

typedef struct aztec_state {
    aztec_planes planes;
    uint16_t piece[PIECES]; /* its placement as a move, in order of play */
    uint8_t owner[PIECES];  /* who placed it */
    uint8_t bids[MAX_BIDS]; /* 0 is a pass */
    uint8_t pieces, n_bids;
    uint8_t turn;
    uint8_t auction; /* whether it goes on (AX-12) */
    uint8_t passed;  /* bit p: player p has left it */
    uint8_t barrier; /* in the auction the lowest bid so far; 0: none */
    uint8_t oh_puch; /* in the auction the lowest bidder; NOBODY: none */
} aztec_state;

/* The cells of the board by level. */
typedef struct aztec_cells {
    tc_bits level[LEVELS];
} aztec_cells;

/* A placement as in its notation; all count from 0. */
typedef struct aztec_place {
    int8_t letter, column, row, level;
} aztec_place;

/* What depends on the piece alone. All games share one copy. */
typedef struct aztec_tables {
    uint16_t bit_of[PLACEMENTS]; /* from moves to the bits of sets, and back */
    uint16_t move_of[PLACEMENTS];
    aztec_place place[PLACEMENTS];
    aztec_cells cells[PLACEMENTS];
    aztec_planes start;              /* with the starting cube alone */
    aztec_planes effect[PLACEMENTS]; /* what the six cubes of a placement add to the planes */
} aztec_tables;

typedef struct aztec {
    tc_game base;
    const aztec_tables *tables;
    tc_bits rows, columns; /* scoring squares of North/South and East/West (AX-9) */
    bool slide, match;     /* AX-7, AX-13 */
    bool corners;          /* whether they count (AX-9) */
    uint8_t barrier;       /* given by option; 0: none */
    uint8_t oh_puch;       /* given by option; NOBODY: none */
    uint8_t highest;       /* score that a side can reach (AX-12) */
    aztec_state start;
} aztec;

TC_INLINE const aztec *aztec_of(const tc_game *game) {
    return (const aztec *)(const void *)game;
}

TC_INLINE const aztec_state *position_of(const tc_state *state) {
    return (const aztec_state *)(const void *)state;
}

TC_INLINE aztec_state *mutable_position(tc_state *state) {
    return (aztec_state *)(void *)state;
}

TC_INLINE bool has_bit(const tc_line *set, int index) {
    return set[index / 512][index / 64 % TC_LINE_WORDS] >> (index % 64) & 1;
}

/* Add cubes to planes. */
TC_INLINE void add_effect(aztec_planes *planes, const aztec_planes *effect) {
    for (int i = 0; i < SET_LINES; i++) {
        planes->twos[i] |= effect->twos[i] | (planes->ones[i] & effect->ones[i]);
        planes->ones[i] |= effect->ones[i];
        planes->blocked[i] |= effect->blocked[i];
    }
    for (int i = 0; i < 3; i++)
        planes->first[i] |= effect->first[i];
    for (int i = 0; i < 2; i++)
        planes->second[i] |= effect->second[i];
    for (int i = 0; i < 2; i++)
        planes->third[i] |= effect->third[i];
    planes->fourth[0] |= effect->fourth[0];
}

/* ---- Pieces (aztec_pieces.c) ------------------------------------------------------------------ */

typedef struct aztec_shape {
    uint8_t size[3];
    uint8_t cube[CUBES][3];
} aztec_shape;

/* The orientations by letter (AX-3). */
extern const aztec_shape AZTEC_SHAPES[LETTERS];

/* Return the place of a placement. */
aztec_place aztec_place_of(tc_move move);

/* Find the number of a placement; false if the piece would leave the box (AX-4). */
bool aztec_find_placement(aztec_place place, tc_move *move);

/* Take a share of the tables, which the first one builds; NULL when there is no memory. */
const aztec_tables *aztec_take_tables(void);

/* Give a share back; the last one frees the tables. */
void aztec_give_tables(void);

/* Return the cells that the starting cube and all pieces fill. */
aztec_cells aztec_occupied(const aztec *game, const aztec_state *state);

/* ---- Sliding (aztec_slide.c) ------------------------------------------------------------------ */

/* Take the placements that no slide reaches (AX-7) out of a set of legal ones. */
void aztec_keep_slides(const aztec *game, const aztec_state *state, aztec_set *legal);

/* ---- Text (aztec_text.c) ---------------------------------------------------------------------- */

bool aztec_move_text(tc_move move, tc_writer *out);
tc_status aztec_move_parse(const char *text, tc_move *move, tc_error *error);
tc_status aztec_read_setup(const char *fen, tc_setup *setup, tc_error *error);
tc_status aztec_from_fen(const tc_game *game, const char *fen, tc_state *state, tc_error *error);
void aztec_fen(const tc_game *game, const tc_state *state, tc_writer *out);
void aztec_board(const tc_game *game, const tc_state *state, tc_writer *out);

#endif
