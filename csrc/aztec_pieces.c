/* SPDX-License-Identifier: MIT
 *
 * Aztec: the orientations of the piece, and what each placement does to every other one. */
#include "aztec.h"

#include <stdatomic.h>
#include <stdlib.h>

/* AX-3: size of the box and cubes. The tests derive them anew from AX-2. */
const aztec_shape AZTEC_SHAPES[LETTERS] = {
    {{2, 3, 3}, {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 1, 0}, {0, 2, 0}, {1, 2, 0}}}, /* A */
    {{2, 3, 3}, {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 1, 2}, {0, 2, 2}, {1, 0, 0}}}, /* B */
    {{3, 2, 3}, {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 1, 2}, {1, 0, 0}, {2, 0, 0}}}, /* C */
    {{3, 2, 3}, {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {1, 0, 2}, {2, 0, 2}, {2, 1, 2}}}, /* D */
    {{3, 3, 2}, {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 2, 0}, {1, 2, 0}, {2, 2, 0}}}, /* E */
    {{3, 3, 2}, {{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {2, 0, 1}, {2, 1, 1}, {2, 2, 1}}}, /* F */
    {{3, 2, 3}, {{0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {0, 1, 2}, {1, 1, 2}, {2, 1, 2}}}, /* G */
    {{2, 3, 3}, {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 2, 1}, {0, 2, 2}, {1, 2, 2}}}, /* H */
    {{3, 3, 2}, {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0, 1}}}, /* I */
    {{3, 2, 3}, {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0, 1}, {2, 0, 2}}}, /* J */
    {{2, 3, 3}, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0}, {1, 2, 1}, {1, 2, 2}}}, /* K */
    {{3, 3, 2}, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}, {2, 2, 1}}}, /* L */
    {{3, 3, 2}, {{0, 0, 1}, {0, 1, 1}, {0, 2, 0}, {0, 2, 1}, {1, 0, 1}, {2, 0, 1}}}, /* M */
    {{3, 3, 2}, {{0, 0, 1}, {0, 1, 1}, {0, 2, 1}, {1, 2, 1}, {2, 2, 0}, {2, 2, 1}}}, /* N */
    {{2, 3, 3}, {{0, 0, 2}, {0, 1, 2}, {0, 2, 0}, {0, 2, 1}, {0, 2, 2}, {1, 0, 2}}}, /* O */
    {{3, 2, 3}, {{0, 0, 2}, {0, 1, 2}, {1, 1, 2}, {2, 1, 0}, {2, 1, 1}, {2, 1, 2}}}, /* P */
    {{2, 3, 3}, {{0, 0, 2}, {1, 0, 0}, {1, 0, 1}, {1, 0, 2}, {1, 1, 0}, {1, 2, 0}}}, /* Q */
    {{3, 2, 3}, {{0, 0, 2}, {1, 0, 2}, {2, 0, 0}, {2, 0, 1}, {2, 0, 2}, {2, 1, 0}}}, /* R */
    {{3, 2, 3}, {{0, 1, 0}, {0, 1, 1}, {0, 1, 2}, {1, 1, 0}, {2, 0, 0}, {2, 1, 0}}}, /* S */
    {{3, 2, 3}, {{0, 1, 0}, {1, 1, 0}, {2, 0, 2}, {2, 1, 0}, {2, 1, 1}, {2, 1, 2}}}, /* T */
    {{3, 3, 2}, {{0, 2, 0}, {0, 2, 1}, {1, 2, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}}}, /* U */
    {{2, 3, 3}, {{0, 2, 0}, {1, 0, 2}, {1, 1, 2}, {1, 2, 0}, {1, 2, 1}, {1, 2, 2}}}, /* V */
    {{3, 3, 2}, {{0, 2, 1}, {1, 2, 1}, {2, 0, 0}, {2, 0, 1}, {2, 1, 1}, {2, 2, 1}}}, /* W */
    {{2, 3, 3}, {{0, 2, 2}, {1, 0, 0}, {1, 0, 1}, {1, 0, 2}, {1, 1, 2}, {1, 2, 2}}}, /* X */
};

/* ---- Numbers of placements -------------------------------------------------------------------- */

/* Return how many anchors an orientation has along an axis. */
static int anchors(int letter, int axis) {
    return (axis == 2 ? LEVELS : SIDE) + 1 - AZTEC_SHAPES[letter].size[axis];
}

static int anchors_in_all(int letter) {
    return anchors(letter, 0) * anchors(letter, 1) * anchors(letter, 2);
}

aztec_place aztec_place_of(tc_move move) {
    int rest = (int)move, letter = 0;
    while (rest >= anchors_in_all(letter))
        rest -= anchors_in_all(letter++);
    const int levels = anchors(letter, 2), rows = anchors(letter, 1);
    return (aztec_place){(int8_t)letter, (int8_t)(rest / levels / rows), (int8_t)(rest / levels % rows),
                         (int8_t)(rest % levels)};
}

static bool is_inside(aztec_place place) {
    return place.column >= 0 && place.column < anchors(place.letter, 0) && place.row >= 0 &&
           place.row < anchors(place.letter, 1) && place.level >= 0 && place.level < anchors(place.letter, 2);
}

bool aztec_find_placement(aztec_place place, tc_move *move) {
    if (place.letter < 0 || place.letter >= LETTERS || !is_inside(place))
        return false;
    int number = (place.column * anchors(place.letter, 1) + place.row) * anchors(place.letter, 2) + place.level;
    for (int letter = 0; letter < place.letter; letter++)
        number += anchors_in_all(letter);
    *move = (tc_move)number;
    return true;
}

/* ---- Cells ------------------------------------------------------------------------------------ */

/* A cell as one number; level by level. */
#define CELLS (LEVELS * SIDE * SIDE)
#define NO_CELL (-1)

static int cell_number(int column, int row, int level) {
    return (level * SIDE + row) * SIDE + column;
}

/* Write the six cells of a placement. */
static void find_cells(tc_move move, int cells[CUBES]) {
    const aztec_place at = aztec_place_of(move);
    for (int i = 0; i < CUBES; i++) {
        const uint8_t *cube = AZTEC_SHAPES[at.letter].cube[i];
        cells[i] = cell_number(at.column + cube[0], at.row + cube[1], at.level + cube[2]);
    }
}

static bool share_face(int a, int b) {
    const int columns = a % SIDE - b % SIDE, rows = a / SIDE % SIDE - b / SIDE % SIDE;
    const int levels = a / SIDE / SIDE - b / SIDE / SIDE;
    return columns * columns + rows * rows + levels * levels == 1;
}

static bool is_among(int cell, const int cells[CUBES]) {
    for (int i = 0; i < CUBES; i++)
        if (cells[i] == cell)
            return true;
    return false;
}

static void fill(aztec_cells *cells, int cell) {
    cells->level[cell / (SIDE * SIDE)] |= bit(cell % (SIDE * SIDE));
}

aztec_cells aztec_occupied(const aztec *g, const aztec_state *s) {
    aztec_cells cells = {{bit(START_SQUARE), 0, 0}};
    for (int i = 0; i < s->pieces; i++)
        for (int level = 0; level < LEVELS; level++)
            cells.level[level] |= g->tables->cells[s->piece[i]].level[level];
    return cells;
}

/* ---- Clauses of support (AX-6) ---------------------------------------------------------------- */

/* True when a cube fills `a` or `b`. */
typedef struct clause {
    int a, b; /* equal when only one cell will do */
} clause;

typedef struct clauses {
    clause list[CUBES - 1]; /* no more pairs of cubes share a face: the piece has no loop */
    int n;
} clauses;

/* Return the cell that has to be filled to hold a cube of the piece, or NO_CELL if the board does. */
static int holder(int cell, const int cells[CUBES]) {
    const int below = cell - SIDE * SIDE;
    if (below < 0)
        return NO_CELL;
    return is_among(below, cells) ? holder(below, cells) : below;
}

/* Tell whether x is true whenever y is. */
static bool follows(clause x, clause y) {
    return (y.a == x.a || y.a == x.b) && (y.b == x.a || y.b == x.b);
}

/* Add a clause, unless it follows from one that is there; drop those that follow from it. */
static void add_clause(clauses *all, clause new) {
    int kept = 0;
    for (int i = 0; i < all->n; i++)
        if (follows(new, all->list[i]))
            return;
    for (int i = 0; i < all->n; i++)
        if (!follows(all->list[i], new))
            all->list[kept++] = all->list[i];
    all->list[kept] = new;
    all->n = kept + 1;
}

static clauses clauses_of(tc_move move) {
    clauses all = {.n = 0};
    int cells[CUBES];
    find_cells(move, cells);
    for (int i = 0; i < CUBES; i++)
        for (int j = 0; j < i; j++) {
            const clause new = {holder(cells[i], cells), holder(cells[j], cells)};
            if (share_face(cells[i], cells[j]) && new.a != NO_CELL && new.b != NO_CELL)
                add_clause(&all, new);
        }
    return all;
}

/* ---- Tables ----------------------------------------------------------------------------------- */

static void set_bit(tc_line *set, int index) {
    set[index / 512][index / 64 % TC_LINE_WORDS] |= (uint64_t)1 << (index % 64);
}

/* Return the set of a clause by its place among those of a placement, and how many bits it has. */
static tc_line *clause_set(aztec_planes *planes, int index, int *bits) {
    tc_line *const sets[CLAUSES] = {planes->first, planes->second, planes->third, planes->fourth};
    static const int LINES[CLAUSES] = {3, 2, 2, 1};
    *bits = 512 * LINES[index];
    return sets[index];
}

/* What is needed while the tables are built. */
typedef struct builder {
    aztec_tables *tables;
    clauses clauses[PLACEMENTS];
    aztec_planes by_cell[CELLS]; /* what a cube on each cell does to every placement */
} builder;

/* Number the placements as bits: those with most clauses first, else in the order of moves. */
static void number_bits(builder *b) {
    int next = 0;
    for (int n = CLAUSES; n >= 0; n--)
        for (tc_move move = 0; move < PLACEMENTS; move++)
            if (b->clauses[move].n == n) {
                b->tables->bit_of[move] = (uint16_t)next;
                b->tables->move_of[next++] = (uint16_t)move;
            }
}

/* Enter the faces by which a placement touches the cell `steps` away from one of its own. */
static void enter_face(builder *b, int index, int from, const int steps[3]) {
    const int column = from % SIDE + steps[0], row = from / SIDE % SIDE + steps[1];
    const int level = from / SIDE / SIDE + steps[2];
    if (column < 0 || column >= SIDE || row < 0 || row >= SIDE || level < 0 || level >= LEVELS)
        return;
    aztec_planes *planes = &b->by_cell[cell_number(column, row, level)];
    set_bit(has_bit(planes->ones, index) ? planes->twos : planes->ones, index);
}

/* Enter a placement in the planes of all cells that it has to do with. */
static void enter_placement(builder *b, tc_move move) {
    static const int STEPS[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const int index = b->tables->bit_of[move];
    const clauses *all = &b->clauses[move];
    int cells[CUBES], bits;
    find_cells(move, cells);
    for (int i = 0; i < CUBES; i++) {
        set_bit(b->by_cell[cells[i]].blocked, index);
        for (int step = 0; step < 6; step++)
            enter_face(b, index, cells[i], STEPS[step]);
    }
    for (int i = 0; i < all->n; i++) {
        set_bit(clause_set(&b->by_cell[all->list[i].a], i, &bits), index);
        set_bit(clause_set(&b->by_cell[all->list[i].b], i, &bits), index);
    }
}

/* Sum up the cells of each placement. */
static void build_effects(const builder *b) {
    aztec_tables *t = b->tables;
    for (tc_move move = 0; move < PLACEMENTS; move++) {
        int cells[CUBES];
        find_cells(move, cells);
        t->place[move] = aztec_place_of(move);
        for (int i = 0; i < CUBES; i++) {
            fill(&t->cells[move], cells[i]);
            add_effect(&t->effect[move], &b->by_cell[cells[i]]);
        }
    }
}

/* The planes with the starting cube alone. What is no placement is blocked; a clause that a
 * placement does not have is true. */
static void build_start(const builder *b) {
    aztec_planes *planes = &b->tables->start;
    for (int index = PLACEMENTS; index < 512 * SET_LINES; index++)
        set_bit(planes->blocked, index);
    for (int i = 0; i < CLAUSES; i++) {
        int bits;
        tc_line *set = clause_set(planes, i, &bits);
        for (int index = 0; index < bits; index++)
            if (b->clauses[b->tables->move_of[index]].n <= i)
                set_bit(set, index);
    }
    add_effect(planes, &b->by_cell[START_SQUARE]);
}

static void fill_tables(builder *b) {
    for (tc_move move = 0; move < PLACEMENTS; move++)
        b->clauses[move] = clauses_of(move);
    number_bits(b);
    for (tc_move move = 0; move < PLACEMENTS; move++)
        enter_placement(b, move);
    build_effects(b);
    build_start(b);
}

/* Return new tables, or NULL. */
static aztec_tables *build_tables(void) {
    builder *b = allocate_aligned(sizeof *b);
    aztec_tables *tables = allocate_aligned(sizeof *tables);
    if (b && tables) {
        memset(b, 0, sizeof *b);
        memset(tables, 0, sizeof *tables);
        b->tables = tables;
        fill_tables(b);
    } else {
        free(tables);
        tables = NULL;
    }
    free(b);
    return tables;
}

/* ---- Sharing the tables ----------------------------------------------------------------------- */

/* Runs play many variants of the game in turn, whose tables would drive each other out of the
 * caches. The lock is held for a few instructions only: tables are built and freed outside of it. */
static struct {
    atomic_flag lock;
    aztec_tables *tables;
    size_t users;
} shared = {ATOMIC_FLAG_INIT, NULL, 0};

static void lock_shared(void) {
    while (atomic_flag_test_and_set_explicit(&shared.lock, memory_order_acquire))
        continue;
}

static void unlock_shared(void) {
    atomic_flag_clear_explicit(&shared.lock, memory_order_release);
}

/* Take a share of the tables there are; if there are none, let `fresh` become them. */
static const aztec_tables *share(aztec_tables *fresh) {
    lock_shared();
    if (!shared.tables)
        shared.tables = fresh;
    const aztec_tables *tables = shared.tables;
    shared.users += tables != NULL;
    unlock_shared();
    return tables;
}

const aztec_tables *aztec_take_tables(void) {
    const aztec_tables *tables = share(NULL);
    if (tables)
        return tables;
    aztec_tables *fresh = build_tables();
    tables = share(fresh);
    if (tables != fresh) /* somebody else was faster */
        free(fresh);
    return tables;
}

void aztec_give_tables(void) {
    aztec_tables *unused = NULL;
    lock_shared();
    if (--shared.users == 0) {
        unused = shared.tables;
        shared.tables = NULL;
    }
    unlock_shared();
    free(unused);
}
