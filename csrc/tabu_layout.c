/* SPDX-License-Identifier: MIT
 *
 * Tabu: from the canonical text of a layout to tables. People edit TOML files, which Python reads and
 * judges, all faults at once; here one fault ends it, and what no table needs is not checked: that there is a
 * way up. */
#include "sha256.h"
#include "tabu.h"

#include <stdlib.h>

/* The canonical text, as docs/rules/tabu.md describes it: lines "size", "levels", "areas", one "stairs" for
 * each colour, "setup", "altar", each ended by a newline. */

/* ---- Squares ------------------------------------------------------------------------------------ */

int tabu_read_square(tc_field text) {
    uint64_t row;
    if (text.length < 2 || text.start[0] < 'a' || text.start[0] >= 'a' + LARGEST_BOARD)
        return NOWHERE;
    if (!field_number((tc_field){text.start + 1, text.length - 1}, LARGEST_BOARD, &row) || row == 0)
        return NOWHERE;
    return 16 * ((int)row - 1) + text.start[0] - 'a';
}

void tabu_put_square(tc_writer *out, int square) {
    put_char(out, (char)('a' + column_of(square)));
    put_number(out, (unsigned)row_of(square) + 1);
}

int tabu_step(const tabu_layout *layout, int from, int direction) {
    static const int EASTWARDS[DIRECTIONS] = {1, -1, 0, 0, 1, -1, 1, -1};
    static const int NORTHWARDS[DIRECTIONS] = {0, 0, 1, -1, 1, -1, -1, 1};
    const int column = column_of(from) + EASTWARDS[direction], row = row_of(from) + NORTHWARDS[direction];
    const bool inside = column >= 0 && column < layout->size && row >= 0 && row < layout->size;
    return inside ? 16 * row + column : NOWHERE;
}

static bool is_inside(const tabu_layout *layout, int square) {
    return square != NOWHERE && column_of(square) < layout->size && row_of(square) < layout->size;
}

/* ---- Reading ------------------------------------------------------------------------------------ */

static tc_status refuse(tc_error *error, const char *what, tc_field value, const char *valid) {
    return fail(error, TC_BAD_OPTION, "layout: %s '%.*s': %s", what, shown(value), value.start, valid);
}

/* Read a map of one character a square; the first of `digits` stands for `base`. */
static tc_status read_map(tc_field text, int size, const char *name, const char *digits, int base,
                          uint8_t *map, tc_error *error) {
    const size_t row_length = (size_t)size + 1;
    if (text.length != row_length * (size_t)size - 1)
        return refuse(error, name, text, "there is one character a square, rows parted by '/' (TB-13)");
    for (size_t i = 0; i < text.length; i++) {
        const size_t row = (size_t)size - 1 - i / row_length, column = i % row_length;
        const char c = text.start[i], *digit = c ? strchr(digits, c) : NULL;
        if (column == (size_t)size ? c != '/' : !digit)
            return refuse(error, name, text, "levels are 1-9, areas 1-4 or '.', rows parted by '/' (TB-13)");
        if (column < (size_t)size)
            map[16 * row + column] = (uint8_t)(digit - digits + base);
    }
    return TC_OK;
}

static tc_status read_stair(tc_field text, int colour, tabu_layout *layout, tc_error *error) {
    const char *rest = text.start, *end = text.start + text.length;
    tc_field low, high = {text.start, 0};
    next_field(&rest, end, '-', &low);
    const bool shaped = rest && next_field(&rest, end, '-', &high) && !rest;
    const int from = tabu_read_square(low), to = tabu_read_square(high);
    if (!shaped || !is_inside(layout, from) || !is_inside(layout, to))
        return refuse(error, "stair", text, "it is two squares of the board, like g11-g10 (TB-4)");
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (tabu_step(layout, from, direction) != to)
            continue;
        if (layout->level[to] != layout->level[from] + 1)
            return refuse(error, "stair", text, "a stair goes up one level (TB-4)");
        layout->stairs[colour][from] |= (uint8_t)(1u << direction);
        return TC_OK;
    }
    return refuse(error, "stair", text, "a stair joins neighbouring squares (TB-4)");
}

static tc_status read_stairs(tc_field text, int colour, tabu_layout *layout, tc_error *error) {
    const char *rest = text.start, *end = text.start + text.length;
    tc_field digit, stair;
    tc_status status = TC_OK;
    next_field(&rest, end, ' ', &digit);
    if (digit.length != 1 || digit.start[0] != '1' + colour)
        return refuse(error, "stairs", text, "there is one line for each of the colours 1, 2, 3, 4 (TB-4)");
    while (status == TC_OK && next_field(&rest, end, ' ', &stair))
        status = read_stair(stair, colour, layout, error);
    return status;
}

/* Take one row of a board field apart. */
static tc_status read_row(tc_field text, int size, int row, tabu_place *place, void *context, tc_error *error) {
    int column = 0;
    tc_status status = TC_OK;
    for (size_t i = 0; i < text.length && column <= size && status == TC_OK;) {
        const char c = text.start[i++];
        if (c >= '1' && c <= '9') {
            const bool two = i < text.length && text.start[i] >= '0' && text.start[i] <= '9';
            column += two ? 10 * (c - '0') + text.start[i] - '0' : c - '0';
            i += two;
            continue;
        }
        const int colour = i < text.length ? text.start[i++] - '1' : COLOURS;
        if (c == '\0' || !strchr("VPSW", c) || colour < 0 || colour >= COLOURS)
            return fail(error, TC_BAD_POSITION, "row '%.*s' of the board makes no sense: it holds pieces such as "
                        "P1 (V, P, S or W and a colour 1-4) and numbers of empty squares", shown(text), text.start);
        if (column < size)
            status = place(context, c, colour, 16 * row + column, error);
        column++;
    }
    if (status == TC_OK && column != size)
        return fail(error, TC_BAD_POSITION, "row '%.*s' of the board makes no sense: a row has %d squares (TB-1)",
                    shown(text), text.start, size);
    return status;
}

tc_status tabu_read_board(tc_field text, int size, tabu_place *place, void *context, tc_error *error) {
    const char *rest = text.start;
    tc_field row;
    tc_status status = TC_OK;
    for (int number = size - 1; number >= 0 && status == TC_OK; number--) {
        if (!next_field(&rest, text.start + text.length, '/', &row))
            break;
        status = read_row(row, size, number, place, context, error);
        if (number == 0 && !rest)
            return status;
    }
    return status != TC_OK ? status
                           : fail(error, TC_BAD_POSITION, "board '%.*s' makes no sense: it must have %d rows (TB-1)",
                                  shown(text), text.start, size);
}

/* Put a piece of the setup into its slot. */
static tc_status place_setup(void *context, char letter, int colour, int square, tc_error *error) {
    static const int FIRST[KINDS + 1] = {0, FIRST_PRIEST, FIRST_SOLDIER, SLOTS};
    tabu_layout *layout = context;
    char name[8];
    tc_writer out = {name, sizeof name, 0};
    tabu_put_square(&out, square);
    put_end(&out);
    const char *kinds = "VPS", *kind = strchr(kinds, letter);
    if (!kind)
        return fail(error, TC_BAD_OPTION, "layout: two pieces on %s in the setup (TB-13)", name);
    if (square == layout->altar)
        return fail(error, TC_BAD_OPTION, "layout: a piece stands on the altar %s (TB-13)", name);
    if (layout->owner[square] != 0 && layout->owner[square] != colour + 1)
        return fail(error, TC_BAD_OPTION, "layout: %c%d stands on %s, in another colour's area (TB-13)", letter,
                    colour + 1, name);
    for (int slot = FIRST[kind - kinds]; slot < FIRST[kind - kinds + 1]; slot++)
        if (layout->setup[colour][slot] == NOWHERE) {
            layout->setup[colour][slot] = (uint8_t)square;
            return TC_OK;
        }
    return fail(error, TC_BAD_OPTION, "layout: colour %d has more %c than 1 Virgin, 3 Priests, 5 Foot-soldiers "
                "(TB-13)", colour + 1, letter);
}

static tc_status read_setup_line(tc_field text, tabu_layout *layout, tc_error *error) {
    memset(layout->setup, NOWHERE, sizeof layout->setup);
    const tc_status status = tabu_read_board(text, layout->size, place_setup, layout, error);
    if (status == TC_BAD_POSITION)
        return refuse(error, "setup", text, "it is rows of pieces and numbers of empty squares, as many as the size "
                      "says (TB-13)");
    for (int colour = 0; colour < COLOURS && status == TC_OK; colour++) {
        uint8_t *at = layout->setup[colour];
        if (at[0] == NOWHERE || at[FIRST_PRIEST] == NOWHERE)
            return fail(error, TC_BAD_OPTION, "layout: colour %d lacks its Virgin or a Priest (TB-13)", colour + 1);
        for (int i = 0; i < SLOTS; i++) { /* the board was read from the top row down */
            settle(at + FIRST_PRIEST, FIRST_SOLDIER - FIRST_PRIEST);
            settle(at + FIRST_SOLDIER, SLOTS - FIRST_SOLDIER);
        }
    }
    return status;
}

/* Give a number to the area of a square: all that touch it, of its colour and level (TB-3). */
static void number_area(tabu_layout *layout, int square, int number) {
    uint8_t waiting[SQUARES];
    int n = 0;
    waiting[n++] = (uint8_t)square;
    layout->area[square] = (uint8_t)number;
    while (n > 0) {
        const int here = waiting[--n];
        layout->area_size[number]++;
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            const int there = tabu_step(layout, here, direction);
            if (there == NOWHERE || layout->area[there] || layout->owner[there] != layout->owner[here] ||
                layout->level[there] != layout->level[here])
                continue;
            layout->area[there] = (uint8_t)number;
            waiting[n++] = (uint8_t)there;
        }
    }
}

static tc_status check_altar(tabu_layout *layout, tc_error *error) {
    int areas = 0;
    if (layout->owner[layout->altar])
        return fail(error, TC_BAD_OPTION, "layout: the altar is in a taboo area (TB-10)");
    for (int square = 0; square < SQUARES; square++) {
        if (square != layout->altar && layout->level[square] >= layout->level[layout->altar])
            return fail(error, TC_BAD_OPTION, "layout: the altar is not alone on the highest level (TB-13)");
        if (layout->owner[square] && !layout->area[square])
            number_area(layout, square, ++areas);
    }
    return TC_OK;
}

/* Cut the next line off and check its first word. */
static tc_status read_line(const char **rest, const char *word, tc_field *value, tc_error *error) {
    tc_field line;
    if (!next_field(rest, *rest ? *rest + strlen(*rest) : NULL, '\n', &line) || !*rest || !field_begins(line, word))
        return fail(error, TC_BAD_OPTION, "layout: a line '%s...' is missing; a layout is given as its canonical "
                    "text (TB-13)", word);
    value->start = line.start + strlen(word);
    value->length = line.length - strlen(word);
    return TC_OK;
}

static tc_status read_size(tc_field value, tabu_layout *layout, tc_error *error) {
    uint64_t number;
    if (!field_number(value, LARGEST_BOARD, &number) || number < 7 || number % 2 == 0)
        return refuse(error, "size", value, "it is odd, 7 to 15 (TB-13)");
    layout->size = (int)number;
    return TC_OK;
}

/* The altar is read before the setup, which must keep off it. */
static tc_status read_altar(tc_field value, tabu_layout *layout, tc_error *error) {
    layout->altar = tabu_read_square(value);
    if (!is_inside(layout, layout->altar))
        return refuse(error, "altar", value, "it is a square of the board (TB-13)");
    return check_altar(layout, error);
}

tc_status tabu_read_layout(const char *text, tabu_layout *layout, tc_error *error) {
    static const char *const WORDS[9] = {"size ",   "levels ", "areas ", "stairs ", "stairs ",
                                         "stairs ", "stairs ", "setup ", "altar "};
    const char *rest = text;
    tc_field values[9];
    tc_status status = TC_OK;
    for (int i = 0; i < 9 && status == TC_OK; i++)
        status = read_line(&rest, WORDS[i], &values[i], error);
    if (status == TC_OK && *rest != '\0')
        status = fail(error, TC_BAD_OPTION, "layout: text follows the altar (TB-13)");
    if (status == TC_OK)
        status = read_size(values[0], layout, error);
    if (status == TC_OK)
        status = read_map(values[1], layout->size, "levels", "123456789", 1, layout->level, error);
    if (status == TC_OK)
        status = read_map(values[2], layout->size, "areas", ".1234", 0, layout->owner, error);
    for (int colour = 0; colour < COLOURS && status == TC_OK; colour++)
        status = read_stairs(values[3 + colour], colour, layout, error);
    if (status == TC_OK)
        status = read_altar(values[8], layout, error);
    if (status == TC_OK)
        status = read_setup_line(values[7], layout, error);
    sha256_digits(text, strlen(text), layout->hash);
    return status;
}

/* ---- Tables ------------------------------------------------------------------------------------- */

int tabu_reach(int kind) {
    static const int REACH[KINDS] = {2, 7, 5};
    return REACH[kind];
}

/* TB-7: the Virgin steps up from her taboo squares, the others over their stairs. */
static bool may_climb(const tabu_layout *layout, int colour, int kind, int low, int high, int direction) {
    if (layout->level[high] != layout->level[low] + 1)
        return false;
    return kind == VIRGIN ? layout->owner[low] == colour + 1 : layout->stairs[colour][low] >> direction & 1;
}

const char *tabu_step_fault(const tabu *g, int colour, int kind, int from, int direction) {
    const tabu_layout *layout = &g->layout;
    const int to = tabu_step(layout, from, direction);
    if (to == NOWHERE)
        return "the board ends there (TB-1)";
    if (layout->owner[to] && layout->owner[to] != colour + 1)
        return "nothing steps onto a taboo square of another colour (TB-8)";
    if (to == layout->altar && (kind != VIRGIN || layout->owner[from] != colour + 1 ||
                                layout->level[from] != layout->level[to] - 1))
        return "only a Virgin steps onto the altar, and only from the top taboo square of her colour (TB-10)";
    if (layout->level[to] > layout->level[from] && !may_climb(layout, colour, kind, from, to, direction))
        return kind == VIRGIN ? "a Virgin steps up only from a taboo square of her colour, and one level (TB-7)"
                              : "it climbs only over a stair of its own colour, along the stair (TB-7)";
    if (layout->level[to] < layout->level[from] && g->descend_stairs &&
        !may_climb(layout, colour, kind, to, from, direction ^ 1))
        return "with descend=stairs it steps down only where it could step up (TB-7)";
    return NULL;
}

static uint64_t steps_of(const tabu *g, int colour, int kind, int square) {
    uint64_t star = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int here = square;
        for (int k = 0; k < tabu_reach(kind) && here != g->layout.altar; k++) {
            if (tabu_step_fault(g, colour, kind, here, direction))
                break;
            star |= 1ull << (8 * direction + k);
            here = tabu_step(&g->layout, here, direction);
        }
    }
    return star;
}

/* The gate of an area among those found for one square: a new one if need be. */
static tabu_gate *find_gate(tabu_gate *gates, int *n, int area) {
    for (int i = 0; i < *n; i++)
        if (gates[i].area == area)
            return &gates[i];
    gates[*n] = (tabu_gate){0, 0, area};
    return &gates[(*n)++];
}

/* Find the areas that a Virgin can step into from outside on her way from a square (TB-9). */
static int find_gates(const tabu *g, int colour, int square, tabu_gate gates[2 * DIRECTIONS]) {
    const tabu_layout *layout = &g->layout;
    int n = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int here = square;
        for (int k = 0; k < tabu_reach(VIRGIN); k++) {
            const uint64_t star = 1ull << (8 * direction + k);
            if (!(g->limit[colour][VIRGIN][square] & star))
                break;
            const int there = tabu_step(layout, here, direction), area = layout->area[there];
            if (area && area != layout->area[here]) {
                tabu_gate *gate = find_gate(gates, &n, area);
                gate->closed |= (0x7Full << k & 0x7F) << 8 * direction;
                gate->join |= layout->area_size[area] == 1 ? star : 0;
            }
            here = there;
        }
    }
    return n;
}

static tc_status build_gates(tabu *g, tc_error *error) {
    tabu_gate *all = malloc(COLOURS * LARGEST_BOARD * 16 * 2 * DIRECTIONS * sizeof *all);
    int n = 0;
    if (!all)
        return fail(error, TC_NO_MEMORY, "no memory for the tables of tabu");
    for (int colour = 0; colour < COLOURS; colour++) {
        for (int square = 0; square < SQUARES; square++) {
            g->first_gate[colour][square] = (uint16_t)n;
            if (is_inside(&g->layout, square))
                n += find_gates(g, colour, square, all + n);
        }
        g->first_gate[colour][SQUARES] = (uint16_t)n;
    }
    tabu_gate *fitting = realloc(all, ((size_t)n + 1) * sizeof *all);
    g->gates = fitting ? fitting : all;
    return TC_OK;
}

tc_status tabu_build_tables(tabu *g, tc_error *error) {
    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int k = 0; k < 7; k++)
            g->star_bit[DIRECTION_STEP[direction] * (k + 1) + SQUARES] = 1ull << (8 * direction + k);
    for (int colour = 0; colour < COLOURS; colour++)
        for (int kind = 0; kind < KINDS; kind++)
            for (int square = 0; square < SQUARES; square++)
                if (is_inside(&g->layout, square))
                    g->limit[colour][kind][square] = steps_of(g, colour, kind, square);
    return build_gates(g, error);
}
