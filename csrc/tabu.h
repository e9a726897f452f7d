/* SPDX-License-Identifier: MIT
 *
 * Tabu: layout, state, tables and the move encoding, shared by kernel, rules and layout reader.
 *
 * Square = 16 * row + column from a1 = 0, whatever the size of the board. A *star* is a 64-bit word
 * about the squares that a piece could see from its own: byte d stands for direction d, bit k of it
 * for the square k + 1 steps away; bit 7 is not used, since no piece moves farther than 7 (TB-6). */
#ifndef TC_TABU_H
#define TC_TABU_H

#include "game.h"

#include <string.h>

#define COLOURS 4
#define SQUARES 256 /* squares in use are on columns and rows 0 to 14 */
#define NOWHERE 255
#define LARGEST_BOARD 15
#define SLOTS 9 /* pieces of a colour: the Virgin, 3 Priests, 5 Foot-soldiers (TB-13) */
#define FIRST_PRIEST 1
#define FIRST_SOLDIER 4
#define LARGEST_NUMBER 999999999 /* of plies */
#define DEFAULT_MAX_PLIES 2000   /* TB-12 */
#define OPTION_NAMES "order, descend, eliminated, max_plies, layout"

enum { VIRGIN, PRIEST, SOLDIER, KINDS };
/* Directions stand in pairs, so that the opposite of d is d ^ 1. */
enum { EAST, WEST, NORTH, SOUTH, NORTH_EAST, SOUTH_WEST, SOUTH_EAST, NORTH_WEST, DIRECTIONS };

static const int8_t DIRECTION_STEP[DIRECTIONS] = {1, -1, 16, -16, 17, -17, -15, 15};
static const uint8_t KIND_OF_SLOT[SLOTS] = {VIRGIN, PRIEST, PRIEST, PRIEST, SOLDIER,
                                            SOLDIER, SOLDIER, SOLDIER, SOLDIER};

TC_INLINE int column_of(int square) {
    return square & 15;
}

TC_INLINE int row_of(int square) {
    return square >> 4;
}

/* ---- Moves: from in bits 0-7, to in bits 8-15, capture in bit 16, kind of piece in bits 17-18 ---- */

#define CAPTURE 0x10000u
#define PASS (3u << 17)
#define MOVE_LIMIT (PASS + 1)

TC_INLINE tc_move encode(int kind, int from, int to, int captures) {
    return (tc_move)(from | to << 8 | captures << 16 | kind << 17);
}

TC_INLINE int move_from(tc_move move) {
    return (int)(move & 255);
}

TC_INLINE int move_to(tc_move move) {
    return (int)(move >> 8 & 255);
}

TC_INLINE int move_kind(tc_move move) {
    return (int)(move >> 17);
}

/* ---- State -------------------------------------------------------------------------------------- */

/* The lines of the board, each a row, a column or a diagonal. The word of a line, for a colour, has bit
 * i for a piece on its square on column i (of a column of the board: on row i), and bit 31 - i for the same,
 * so that a shift gives what lies on either side of a square, nearest first. The upper half has the like
 * for pieces of the colour alone. */
#define ROW_LINES 0
#define COLUMN_LINES 16
#define RISING_LINES 32  /* row - column + 15 */
#define FALLING_LINES 63 /* row + column */
#define LINES 94

typedef struct tabu_state {
    uint8_t at[COLOURS][SLOTS]; /* the square of each piece, ascending within a kind; NOWHERE if lost */
    uint8_t turn;               /* player */
    uint8_t out;                /* bit p: player p is out (TB-11) */
    uint8_t ending;             /* TC_ALTAR or TC_LAST once the game is over for that reason, else 0 */
    uint8_t unused;             /* zero; what stands above is the position, whole words of it */
    uint32_t ply;
    uint64_t line[LINES][COLOURS];
} tabu_state;

/* ---- Layout (TB-13) ----------------------------------------------------------------------------- */

typedef struct tabu_layout {
    int size, altar;
    uint8_t level[SQUARES];           /* 0 outside the board */
    uint8_t owner[SQUARES];           /* of a taboo square: its colour + 1, else 0 */
    uint8_t area[SQUARES];            /* number of the taboo area, 0 for none */
    uint8_t area_size[SQUARES];       /* squares of the area with that number */
    uint8_t stairs[COLOURS][SQUARES]; /* bit d: a stair goes up in direction d */
    uint8_t setup[COLOURS][SLOTS];
    char hash[17];
} tabu_layout;

/* What a Virgin's square has to do with one of the areas around it: without a Priest in the area the
 * steps `closed` are not open to her; if it is of one square, she may land on the Priest there (TB-9). */
typedef struct tabu_gate {
    uint64_t closed, join;
    int area;
} tabu_gate;

typedef struct tabu {
    tc_game base;
    uint64_t limit[COLOURS][KINDS][SQUARES]; /* stars: the steps that the board alone allows */
    uint64_t star_bit[2 * SQUARES];          /* by target - from + SQUARES; 0 if no star holds it */
    uint16_t first_gate[COLOURS][SQUARES + 1];
    tabu_gate *gates;
    uint8_t colour[TC_MAX_PLAYERS]; /* of each player (TB-2) */
    uint8_t player[COLOURS];        /* of each colour; TC_MAX_PLAYERS if absent */
    bool descend_stairs, inert, custom_layout;
    uint32_t max_plies;
    tabu_layout layout;
    tabu_state start;
} tabu;

/* The canonical text of the default layout. */
extern const char tabu_default_layout[];

/* Read a canonical layout text; what the tables rely on is checked. */
tc_status tabu_read_layout(const char *text, tabu_layout *layout, tc_error *error);

/* Build the tables of a game whose layout and options are set. */
tc_status tabu_build_tables(tabu *g, tc_error *error);

/* Say why a piece may not step between neighbours, whatever stands there and whether or not a Priest
 * waits in an area; NULL if it may (TB-7, TB-8, TB-10). */
const char *tabu_step_fault(const tabu *g, int colour, int kind, int from, int direction);

/* The square one step on, or NOWHERE outside the board. */
int tabu_step(const tabu_layout *layout, int from, int direction);

/* How far a kind moves (TB-6). */
int tabu_reach(int kind);

/* Read a square such as a1 or o15 from a whole field; NOWHERE if it is none. */
int tabu_read_square(tc_field text);
void tabu_put_square(tc_writer *out, int square);

/* Read the board field of a position or layout text: call `place` for each piece, whose letter is one
 * of V, P, S, W. Everything but the count of rows and squares and the letters is left to `place`. */
typedef tc_status tabu_place(void *context, char letter, int colour, int square, tc_error *error);
tc_status tabu_read_board(tc_field text, int size, tabu_place *place, void *context, tc_error *error);

/* Notation and text board, in tabu_text.c; what they do stands in game.h. */
bool tabu_move_text(tc_move move, tc_writer *out);
tc_status tabu_move_parse(const char *text, tc_move *move, tc_error *error);
tc_status tabu_read_setup(const char *text, tc_setup *setup, tc_error *error);
tc_status tabu_from_fen(const tc_game *game, const char *text, tc_state *state, tc_error *error);
void tabu_fen(const tc_game *game, const tc_state *state, tc_writer *out);
void tabu_board(const tc_game *game, const tc_state *state, tc_writer *out);

TC_INLINE const tabu *tabu_of(const tc_game *game) {
    return (const tabu *)(const void *)game;
}

TC_INLINE tabu_state *mutable_position(tc_state *state) {
    return (tabu_state *)(void *)state;
}

TC_INLINE const tabu_state *position_of(const tc_state *state) {
    return (const tabu_state *)(const void *)state;
}

/* The game is over at the altar, with one player left, or by length (TB-11, TB-12). */
TC_INLINE bool is_over(const tabu *g, const tabu_state *s) {
    return s->ending != 0 || s->ply >= g->max_plies;
}

/* The next player who is not out (TB-11). */
TC_INLINE int next_player(const tc_game *game, const tabu_state *s, int player) {
    do
        player = game->next[player];
    while (s->out >> player & 1);
    return player;
}

/* Flip the bits `both` of a line in the halves that `halves` tells, for each colour. */
TC_INLINE void flip(uint64_t line[COLOURS], const uint64_t halves[COLOURS], uint64_t both) {
    for (int colour = 0; colour < COLOURS; colour++)
        line[colour] ^= both & halves[colour];
}

/* Put a piece on an empty square, or take it off. */
TC_INLINE void toggle(tabu_state *s, int colour, int square) {
#define LOW 0xFFFFFFFFu
    static const uint64_t HALVES[COLOURS][COLOURS] = {
        {UINT64_MAX, LOW, LOW, LOW}, {LOW, UINT64_MAX, LOW, LOW},
        {LOW, LOW, UINT64_MAX, LOW}, {LOW, LOW, LOW, UINT64_MAX}};
#undef LOW
    const int column = column_of(square), row = row_of(square);
    const uint64_t by_column = 1u << column | 1u << (31 - column), by_row = 1u << row | 1u << (31 - row);
    const uint64_t columns = by_column | by_column << 32, rows = by_row | by_row << 32;
    flip(s->line[ROW_LINES + row], HALVES[colour], columns);
    flip(s->line[COLUMN_LINES + column], HALVES[colour], rows);
    flip(s->line[RISING_LINES + row - column + 15], HALVES[colour], columns);
    flip(s->line[FALLING_LINES + row + column], HALVES[colour], columns);
}

/* Put a piece on the lines, unless its square is one that Virgin and Priest share (TB-9). */
TC_INLINE void put_on_lines(tabu_state *s, int colour, int slot) {
    const int square = s->at[colour][slot];
    if (square == NOWHERE || (KIND_OF_SLOT[slot] == PRIEST && s->at[colour][0] == square))
        return;
    toggle(s, colour, square);
}

/* Move the one element that may be out of place to where it belongs; lost pieces come last. */
TC_INLINE void settle(uint8_t *squares, int n) {
    for (int i = 0; i + 1 < n; i++) {
        const uint8_t a = squares[i], b = squares[i + 1];
        squares[i] = a < b ? a : b;
        squares[i + 1] = a < b ? b : a;
    }
    for (int i = n - 2; i > 0; i--) {
        const uint8_t a = squares[i - 1], b = squares[i];
        squares[i - 1] = a < b ? a : b;
        squares[i] = a < b ? b : a;
    }
}

/* What a piece sees and where it may go. */
typedef struct tabu_sight {
    uint64_t occupied; /* star: the pieces around it; beyond the edge it holds nonsense */
    uint64_t own;      /* star: those of its own colour (of no use for a Virgin, and 0) */
    uint64_t limit;    /* star: the steps that board and areas allow */
    uint64_t held;     /* star: where it may not land on a piece, 0 if it captures */
    uint64_t reach;    /* star: what it sees, the first piece in each direction included */
    uint64_t targets;  /* star: where it may go */
    int square, moves;
} tabu_sight;

#define STAR_ENDS 0x8080808080808080u
#define STAR_STARTS 0x0101010101010101u

/* All squares up to the first piece in each direction, and within the limit. */
TC_INLINE uint64_t reach_of(uint64_t occupied, uint64_t limit) {
    const uint64_t stops = occupied | STAR_ENDS;
    return (stops ^ (stops - STAR_STARTS)) & limit;
}

/* Where a piece may go if `occupied` is what stands around it. */
TC_INLINE uint64_t targets_of(const tabu_sight *sight, uint64_t occupied) {
    return reach_of(occupied, sight->limit) & ~(sight->own | (occupied & sight->held));
}

/* What lies on both sides of place i of a line: two bytes of a star in each half. */
TC_INLINE uint64_t both_sides(uint64_t line, size_t i) {
    return (line >> (i + 1) & 0x000000FF000000FFu) | (line >> (24 - i) & 0x0000FF000000FF00u);
}

/* Fill occupied and own. Unsigned arithmetic spares sign extensions (measured). */
TC_INLINE void look_around(const tabu_state *s, int colour, int square, tabu_sight *sight) {
    const size_t column = (size_t)square & 15, row = (size_t)square >> 4;
    const uint64_t straight = both_sides(s->line[ROW_LINES + row][colour], column) |
                              both_sides(s->line[COLUMN_LINES + column][colour], row) << 16;
    const uint64_t diagonal = both_sides(s->line[RISING_LINES + 15 + row - column][colour], column) |
                              both_sides(s->line[FALLING_LINES + row + column][colour], column) << 16;
    sight->occupied = (straight & 0xFFFFFFFFu) | diagonal << 32;
    sight->own = straight >> 32 | (diagonal & 0xFFFFFFFF00000000u);
}

TC_INLINE bool has_priest(const tabu *g, const tabu_state *s, int colour, int area) {
    const uint8_t *priests = s->at[colour] + FIRST_PRIEST, *areas = g->layout.area;
    return areas[priests[0]] == area || areas[priests[1]] == area || areas[priests[2]] == area;
}

/* Open and close the areas around a Virgin (TB-9). */
TC_INLINE void pass_gates(const tabu *g, const tabu_state *s, int colour, tabu_sight *sight) {
    const uint16_t *first = &g->first_gate[colour][sight->square];
    sight->own = 0;
    sight->held = UINT64_MAX;
    for (int i = first[0]; i < first[1]; i++) {
        const tabu_gate *gate = &g->gates[i];
        if (has_priest(g, s, colour, gate->area))
            sight->held &= ~gate->join;
        else
            sight->limit &= ~gate->closed;
    }
}

/* Fill a sight in place; `kind` is a constant wherever this is inlined. */
TC_INLINE void make_sight(const tabu *g, const tabu_state *s, int colour, int kind, int square,
                          tabu_sight *sight) {
    sight->square = square;
    sight->limit = g->limit[colour][kind][square];
    sight->held = 0;
    look_around(s, colour, square, sight);
    if (kind == VIRGIN)
        pass_gates(g, s, colour, sight);
    sight->reach = reach_of(sight->occupied, sight->limit);
    sight->targets = targets_of(sight, sight->occupied);
    sight->moves = popcount64(sight->targets);
}

/* The square that a bit of a star stands for. */
TC_INLINE int star_square(int from, int star) {
    return from + DIRECTION_STEP[star >> 3] * ((star & 7) + 1);
}

TC_INLINE uint64_t star_bit(const tabu *g, int from, int to) {
    return g->star_bit[to - from + SQUARES];
}

#endif
