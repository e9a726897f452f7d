/* SPDX-License-Identifier: MIT
 *
 * Azacru: the state, the tables, and the move encoding, shared by kernel and rules. Squares count
 * from a1 = 0 eastwards, then northwards: square = 9 * row + column. Directions count clockwise
 * from north in steps of 45 degrees. */
#ifndef TC_AZACRU_H
#define TC_AZACRU_H

#include "game.h"

#include <string.h>

#define SQUARES 81
#define NOBODY 255

enum { NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST, DIRECTIONS };

/* A move: from in bits 0-6, to in bits 7-13, mark in bits 14-15. */
enum { NO_MARK, STRAIGHT, LEFT, RIGHT };
#define PASS 0x3FFFu
#define MOVE_LIMIT 0x10000u

TC_INLINE tc_move encode(int from, int to, int mark) {
    return (tc_move)(from | to << 7 | mark << 14);
}

TC_INLINE int move_from(tc_move move) {
    return (int)(move & 127);
}

TC_INLINE int move_to(tc_move move) {
    return (int)(move >> 7 & 127);
}

TC_INLINE int move_mark(tc_move move) {
    return (int)(move >> 14);
}

typedef struct azacru_state {
    tc_bits markers[TC_MAX_PLAYERS];
    tc_bits chevrons[TC_MAX_PLAYERS];
    uint8_t facing[SQUARES]; /* of the chevron on the square; 0 where there is none */
    uint8_t turn;
    uint8_t first_pass; /* who passed first, or NOBODY (AZ-12) */
    uint8_t unused[5];  /* zero; what stands above is the position, whole words of it */
    uint32_t ply;
} azacru_state;

typedef struct azacru {
    tc_game base;
    tc_bits ray[SQUARES][DIRECTIONS];        /* every field from the square outwards to the edge */
    tc_bits fan[SQUARES][DIRECTIONS];        /* the three rays of a chevron that faces so (AZ-5) */
    tc_bits ball[SQUARES][10];               /* every field at most so many steps away (AZ-5) */
    tc_bits home[SQUARES];                   /* the borderland of the square (AZ-1) */
    uint8_t direction[SQUARES][SQUARES];     /* from one square to another; DIRECTIONS if off line */
    azacru_state start;
} azacru;

TC_INLINE const azacru *azacru_of(const tc_game *game) {
    return (const azacru *)(const void *)game;
}

TC_INLINE const azacru_state *position_of(const tc_state *state) {
    return (const azacru_state *)(const void *)state;
}

/* The game is over when the turn comes back to the first passer (AZ-12). */
TC_INLINE bool is_over(const azacru_state *s) {
    return s->first_pass == s->turn;
}

TC_INLINE tc_bits union4(const tc_bits sets[TC_MAX_PLAYERS]) {
    return (sets[0] | sets[1]) | (sets[2] | sets[3]);
}

/* The board as one player sees it. */
typedef struct azacru_view {
    tc_bits occupied; /* by any chevron */
    tc_bits own;      /* fields of the player's colour */
    tc_bits others;   /* fields of other colours */
} azacru_view;

TC_INLINE azacru_view view_of(const azacru_state *s, int player) {
    const tc_bits all = union4(s->markers), own = s->markers[player];
    return (azacru_view){union4(s->chevrons), own, all & ~own};
}

/* A chevron that may move: what it looks at and where it may land. */
typedef struct azacru_fan {
    tc_bits reach;    /* all fields of its three directions within its power (AZ-5) */
    tc_bits targets;  /* where it may land (AZ-6, AZ-7) */
    tc_bits turnable; /* those of them where AZ-10 offers the turn: three moves instead of one */
    tc_bits leaving;  /* those of them that cost the chevron (AZ-9) */
    int square, facing, moves;
} azacru_fan;

/* Power of movement from a square (AZ-4). */
TC_INLINE int power_at(const azacru *g, tc_bits own, int square) {
    const int markers = popcount(own & g->home[square]);
    return markers > 1 ? markers : 1;
}

/* Return the fields beyond any of `members`, which lie on lines through `square`. */
TC_INLINE tc_bits beyond(const azacru *g, int square, tc_bits members) {
    tc_bits fields = 0;
    while (members) {
        const int member = pop_lowest(&members);
        fields |= g->ray[member][g->direction[square][member]];
    }
    return fields;
}

/* Work out the targets of a fan whose square and reach are set. */
TC_INLINE void find_targets(const azacru *g, const azacru_view *view, azacru_fan *fan) {
    const int square = fan->square;
    const tc_bits free = fan->reach & ~view->occupied & ~view->others;                /* AZ-6 */
    const tc_bits connections = has(view->own, square) ? free & view->own : 0;        /* AZ-7 */
    const tc_bits hidden = beyond(g, square, fan->reach & view->occupied);
    const tc_bits crossing = connections ? beyond(g, square, fan->reach & view->others) : 0;
    fan->targets = (free & ~hidden) | (connections & hidden);
    fan->leaving = connections & ~hidden & crossing;
    fan->turnable = fan->targets & ~fan->leaving & ~g->home[square];
    fan->moves = popcount(fan->targets) + 2 * popcount(fan->turnable);
}

/* Fill a fan in place, which is faster than returning it. */
TC_INLINE void make_fan(const azacru *g, const azacru_view *view, int square, int facing,
                        azacru_fan *fan) {
    fan->square = square;
    fan->facing = facing;
    fan->reach = g->fan[square][facing] & g->ball[square][power_at(g, view->own, square)];
    find_targets(g, view, fan);
}

#endif
