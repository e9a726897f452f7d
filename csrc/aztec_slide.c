/* SPDX-License-Identifier: MIT
 *
 * Aztec: which places a piece can slide into (AX-7).
 *
 * For one orientation, the anchors at which the piece meets the board's columns lie in columns and
 * rows -2 to 8 and levels 0 to 2; everything outside is free air. A level of anchors is a set of
 * 11x11 bits. A flood over free anchors starts at all that air touches: the rim, and the top level. */
#include "aztec.h"

#define MARGIN 2
#define WIDTH (SIDE + MARGIN)

static const tc_bits ALL = (((tc_bits)1 << (WIDTH * WIDTH)) - 1);

static int anchor_bit(int column, int row) {
    return (row + MARGIN) * WIDTH + column + MARGIN;
}

static tc_bits rim(void) {
    tc_bits set = 0;
    for (int i = -MARGIN; i < SIDE; i++)
        set |= bit(anchor_bit(i, -MARGIN)) | bit(anchor_bit(i, SIDE - 1)) | bit(anchor_bit(-MARGIN, i)) |
               bit(anchor_bit(SIDE - 1, i));
    return set;
}

/* Copy the board's 9x9 cells into the 11x11 anchors. */
static tc_bits widen(tc_bits level) {
    tc_bits wide = 0;
    for (int row = 0; row < SIDE; row++)
        wide |= (level >> (SIDE * row) & 0x1FF) << anchor_bit(0, row);
    return wide;
}

/* Return the anchors of one level at which no cube of the piece is in a filled cell. */
static tc_bits free_anchors(const aztec_shape *shape, const aztec_cells *filled, int level) {
    tc_bits hit = 0;
    for (int i = 0; i < CUBES; i++) {
        const uint8_t *cube = shape->cube[i];
        if (level + cube[2] < LEVELS)
            hit |= filled->level[level + cube[2]] >> (WIDTH * cube[1] + cube[0]);
    }
    return ALL & ~hit;
}

/* Grow a set by one step along the rows and columns. Steps over the end of a row need no mask: they
 * go from rim to rim, and what is free there is in the set from the start. */
static tc_bits spread(tc_bits set) {
    return set | set << 1 | set >> 1 | set << WIDTH | set >> WIDTH;
}

/* Return the anchors that a piece can slide to. */
static aztec_cells find_reach(const aztec_shape *shape, const aztec_cells *filled) {
    const tc_bits edge = rim();
    aztec_cells reach, free;
    for (int level = 0; level < LEVELS; level++) {
        free.level[level] = free_anchors(shape, filled, level);
        reach.level[level] = free.level[level] & (level == LEVELS - 1 ? ALL : edge);
    }
    for (bool grows = true; grows;) {
        const aztec_cells old = reach;
        const tc_bits *from = old.level;
        reach.level[2] = free.level[2] & (spread(from[2]) | from[1]);
        reach.level[1] = free.level[1] & (spread(from[1]) | reach.level[2] | from[0]);
        reach.level[0] = free.level[0] & (spread(from[0]) | reach.level[1]);
        grows = reach.level[0] != from[0] || reach.level[1] != from[1] || reach.level[2] != from[2];
    }
    return reach;
}

/* Tell whether nothing is above a piece, so that it can come straight down. */
static bool under_open_sky(const aztec_cells *piece, const aztec_cells *cubes) {
    const tc_bits top = cubes->level[2];
    return ((piece->level[0] & (cubes->level[1] | top)) | (piece->level[1] & top)) == 0;
}

void aztec_keep_slides(const aztec *g, const aztec_state *s, aztec_set *legal) {
    const aztec_cells cubes = aztec_occupied(g, s);
    aztec_cells wide, reach[LETTERS];
    uint32_t known = 0; /* letters whose reach has been found */
    for (int level = 0; level < LEVELS; level++)
        wide.level[level] = widen(cubes.level[level]);
    for (int i = 0; i < WORDS; i++)
        for (tc_bits left = legal->word[i]; left;) {
            const int index = pop_lowest(&left);
            const uint16_t move = g->tables->move_of[64 * i + index];
            const aztec_place at = g->tables->place[move];
            if (under_open_sky(&g->tables->cells[move], &cubes))
                continue;
            if (!(known >> at.letter & 1))
                reach[at.letter] = find_reach(&AZTEC_SHAPES[at.letter], &wide);
            known |= 1u << at.letter;
            if (!has(reach[at.letter].level[at.level], anchor_bit(at.column, at.row)))
                legal->word[i] &= ~((uint64_t)1 << index);
        }
}
