/* SPDX-License-Identifier: MIT
 *
 * The hot functions of Tabu; kernel.h compiles them once per instruction set. */
#ifndef TC_TABU_KERNEL_H
#define TC_TABU_KERNEL_H

#include "tabu.h"

/* The pieces of one colour, by slot. */
typedef struct tabu_sights {
    int moves;
    tabu_sight of[SLOTS];
} tabu_sights;

TC_INLINE void find_sights(const tabu *g, const tabu_state *s, int colour, tabu_sights *sights) {
    const uint8_t *at = s->at[colour];
    make_sight(g, s, colour, VIRGIN, at[0], &sights->of[0]);
    for (int slot = FIRST_PRIEST; slot < FIRST_SOLDIER; slot++)
        make_sight(g, s, colour, PRIEST, at[slot], &sights->of[slot]);
    for (int slot = FIRST_SOLDIER; slot < SLOTS; slot++)
        make_sight(g, s, colour, SOLDIER, at[slot], &sights->of[slot]);
    sights->moves = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        sights->moves += sights->of[slot].moves;
}

TC_INLINE uint32_t tabu_count(const tc_game *game, const tc_state *state) {
    const tabu *g = tabu_of(game);
    const tabu_state *s = position_of(state);
    tabu_sights sights;
    if (is_over(g, s))
        return 0;
    find_sights(g, s, g->colour[s->turn], &sights);
    return sights.moves ? (uint32_t)sights.moves : 1; /* a forced pass (TB-12) */
}

TC_INLINE tc_move encode_target(const tabu_sight *sight, int slot, int star) {
    const int kind = KIND_OF_SLOT[slot];
    const int captures = (int)(sight->occupied >> star & 1) & (kind != VIRGIN);
    return encode(kind, sight->square, star_square(sight->square, star), captures);
}

TC_INLINE uint32_t tabu_list(const tc_game *game, const tc_state *state, tc_move *moves) {
    const tabu *g = tabu_of(game);
    const tabu_state *s = position_of(state);
    tc_move *end = moves;
    tabu_sights sights;
    if (is_over(g, s))
        return 0;
    find_sights(g, s, g->colour[s->turn], &sights);
    for (int slot = 0; slot < SLOTS; slot++)
        for (uint64_t left = sights.of[slot].targets; left; left &= left - 1)
            *end++ = encode_target(&sights.of[slot], slot, __builtin_ctzll(left));
    if (end == moves)
        *end++ = PASS; /* TB-12 */
    return (uint32_t)(end - moves);
}

/* Return member k of the targets of a piece. In each direction they are an unbroken run from the first
 * step on, so that the sizes of the eight bytes tell it. */
TC_INLINE int nth_target(uint64_t targets, int k) {
    uint64_t sizes = targets - (targets >> 1 & 0x5555555555555555u);
    sizes = (sizes & 0x3333333333333333u) + (sizes >> 2 & 0x3333333333333333u);
    sizes = (sizes + (sizes >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    const uint64_t sums = sizes * STAR_STARTS; /* byte d: targets in directions 0 to d */
    const uint64_t passed = ((sums | STAR_ENDS) - STAR_STARTS * (uint64_t)(k + 1)) & STAR_ENDS;
    const int direction = popcount64(~passed & STAR_ENDS);
    const int before = (int)((sums << 8) >> 8 * direction & 127);
    return 8 * direction + k - before;
}

/* What a draw needs of the pieces that are on the board, in the order of their slots. */
typedef struct tabu_draw {
    uint64_t targets[SLOTS], occupied[SLOTS];
    int sums[SLOTS]; /* moves of this piece and those before it */
    uint8_t slot[SLOTS];
    int n, moves;
} tabu_draw;

/* Add the pieces of one kind. Lost pieces come last, so that the first one ends the loop. */
TC_INLINE void add_kind(const tabu *g, const tabu_state *s, int colour, int kind, int first, int end,
                        tabu_draw *draw) {
    for (int slot = first; slot < end && s->at[colour][slot] != NOWHERE; slot++) {
        tabu_sight sight;
        make_sight(g, s, colour, kind, s->at[colour][slot], &sight);
        draw->moves += sight.moves;
        draw->targets[draw->n] = sight.targets;
        draw->occupied[draw->n] = sight.occupied;
        draw->sums[draw->n] = draw->moves;
        draw->slot[draw->n++] = (uint8_t)slot;
    }
}

TC_INLINE tc_move tabu_pick(const tc_game *game, const tc_state *state, uint64_t draw, uint32_t *number) {
    const tabu *g = tabu_of(game);
    const tabu_state *s = position_of(state);
    tabu_draw from;
    from.n = from.moves = 0;
    *number = 0;
    if (is_over(g, s))
        return PASS;
    const int colour = g->colour[s->turn];
    add_kind(g, s, colour, VIRGIN, 0, FIRST_PRIEST, &from);
    add_kind(g, s, colour, PRIEST, FIRST_PRIEST, FIRST_SOLDIER, &from);
    add_kind(g, s, colour, SOLDIER, FIRST_SOLDIER, SLOTS, &from);
    *number = from.moves ? (uint32_t)from.moves : 1;
    if (from.moves == 0)
        return PASS; /* TB-12 */
    const int k = (int)rng_below(draw, *number);
    int i = 0;
    for (int j = 0; j < from.n - 1; j++) /* a sum, not a search: which piece it is cannot be predicted */
        i += k >= from.sums[j];
    const int slot = from.slot[i], square = s->at[colour][slot];
    const int star = nth_target(from.targets[i], k - (i ? from.sums[i - 1] : 0));
    const int captures = (int)(from.occupied[i] >> star & 1) & (slot != 0);
    return encode(KIND_OF_SLOT[slot], square, star_square(square, star), captures);
}

/* ---- Making a move ------------------------------------------------------------------------------ */

/* Take every piece of a colour off the board. */
TC_INLINE void remove_all(tabu_state *s, int colour) {
    for (int slot = 0; slot < SLOTS; slot++) {
        const int square = s->at[colour][slot];
        if (square == NOWHERE)
            continue;
        toggle(s, colour, square);
        s->at[colour][slot] = NOWHERE;
    }
}

/* Put the player of a colour, whose Virgin was just captured, out of the game (TB-11). */
TC_INLINE void eliminate(const tabu *g, tabu_state *s, int colour) {
    s->out |= (uint8_t)(1u << g->player[colour]);
    if (!g->inert)
        remove_all(s, colour);
    if (popcount64(s->out) == g->base.players - 1)
        s->ending = TC_LAST;
}

/* Take the piece of another colour off a square (TB-6). */
TC_INLINE void capture(const tabu *g, tabu_state *s, int colour, int square) {
    for (int victim = 0; victim < COLOURS; victim++)
        for (int slot = 0; slot < SLOTS && victim != colour; slot++) {
            if (s->at[victim][slot] != square)
                continue;
            s->at[victim][slot] = NOWHERE;
            toggle(s, victim, square);
            settle(s->at[victim] + FIRST_PRIEST, FIRST_SOLDIER - FIRST_PRIEST);
            settle(s->at[victim] + FIRST_SOLDIER, SLOTS - FIRST_SOLDIER);
            if (slot == 0)
                eliminate(g, s, victim);
            return;
        }
}

/* Tell whether a piece of the colour, of another kind, stands on the square: only a Virgin and a Priest
 * share one (TB-9). */
TC_INLINE bool is_shared(const tabu_state *s, int colour, int kind, int square) {
    const uint8_t *at = s->at[colour];
    if (kind == PRIEST)
        return at[0] == square;
    return kind == VIRGIN && (at[1] == square || at[2] == square || at[3] == square);
}

TC_INLINE void put_into_place(uint8_t *squares, int n, int from, int to) {
    for (int i = 0; i < n; i++)
        squares[i] = squares[i] == from ? (uint8_t)to : squares[i];
    settle(squares, n);
}

TC_INLINE void move_piece(tabu_state *s, int colour, int kind, int from, int to) {
    const bool stays = is_shared(s, colour, kind, from), joins = is_shared(s, colour, kind, to);
    if (!stays)
        toggle(s, colour, from);
    if (!joins)
        toggle(s, colour, to);
    if (kind == SOLDIER)
        put_into_place(s->at[colour] + FIRST_SOLDIER, SLOTS - FIRST_SOLDIER, from, to);
    else if (kind == PRIEST)
        put_into_place(s->at[colour] + FIRST_PRIEST, FIRST_SOLDIER - FIRST_PRIEST, from, to);
    else
        s->at[colour][0] = (uint8_t)to;
}

TC_INLINE void tabu_make(const tc_game *game, tc_state *state, tc_move move) {
    const tabu *g = tabu_of(game);
    tabu_state *s = (tabu_state *)(void *)state;
    const int player = s->turn, colour = g->colour[player];
    const int kind = move_kind(move), to = move_to(move);
    s->ply++;
    if (move != PASS) {
        if (move & CAPTURE)
            capture(g, s, colour, to);
        move_piece(s, colour, kind, move_from(move), to);
        if (to == g->layout.altar)
            s->ending = TC_ALTAR;
    }
    s->turn = (uint8_t)next_player(game, s, player);
}

/* ---- perft(2) by difference --------------------------------------------------------------------- */

/* The moves of the player who moves next, as they are before the move in between: in all, and how
 * many fewer they are with a piece put on an empty square. */
typedef struct tabu_replies {
    tabu_sights sights;
    uint16_t loss[SQUARES];
    uint16_t blocked[SQUARES]; /* bit i: piece i would see farther without the piece on this square */
} tabu_replies;

TC_INLINE void find_losses(const tabu_sight *sight, int slot, tabu_replies *replies) {
    for (uint64_t left = sight->reach & sight->occupied; left; left &= left - 1)
        replies->blocked[star_square(sight->square, __builtin_ctzll(left))] |= (uint16_t)(1u << slot);
    for (uint64_t left = sight->targets & ~sight->occupied; left; left &= left - 1) {
        const int star = __builtin_ctzll(left), here = slot == 0; /* a Virgin loses the square itself too */
        const int run = popcount64(sight->targets >> (star & 56) & 127);
        const int square = star_square(sight->square, star);
        replies->loss[square] = (uint16_t)(replies->loss[square] + run - (star & 7) - 1 + here);
    }
}

TC_INLINE void find_replies(const tabu *g, const tabu_state *s, int colour, tabu_replies *replies) {
    find_sights(g, s, colour, &replies->sights);
    memset(replies->loss, 0, sizeof replies->loss);
    memset(replies->blocked, 0, sizeof replies->blocked);
    for (int slot = 0; slot < SLOTS; slot++)
        find_losses(&replies->sights.of[slot], slot, replies);
}

/* How many moves the replying pieces `blocked` gain when `from` is empty, with one more piece on the
 * square `to`, or NOWHERE for a capture. */
TC_INLINE int gain(const tabu *g, const tabu_sights *sights, unsigned blocked, int from, int to) {
    int moves = 0;
    for (; blocked; blocked &= blocked - 1) {
        const tabu_sight *sight = &sights->of[__builtin_ctz(blocked)];
        const uint64_t there = to == NOWHERE ? 0 : star_bit(g, sight->square, to);
        const uint64_t with = sight->occupied | there, without = with & ~star_bit(g, sight->square, from);
        moves += popcount64(targets_of(sight, without)) - popcount64(targets_of(sight, with));
    }
    return moves;
}

TC_INLINE uint64_t at_least_one(int moves) {
    return moves > 0 ? (uint64_t)moves : 1; /* a forced pass (TB-12) */
}

/* Count the replies to a move in a copy of the whole position. */
TC_INLINE uint64_t count_child(const tc_game *game, const tabu_state *s, tc_move move) {
    _Alignas(TC_STATE_ALIGN) tabu_state child = *s;
    tabu_make(game, (tc_state *)(void *)&child, move);
    return tabu_count(game, (const tc_state *)(const void *)&child);
}

/* The piece on a square: its colour, and whether it is a Virgin. */
TC_INLINE int colour_at(const tabu_state *s, int square, bool *is_virgin) {
    for (int colour = 0; colour < COLOURS; colour++)
        for (int slot = 0; slot < SLOTS; slot++)
            if (s->at[colour][slot] == square) {
                *is_virgin = slot == 0;
                return colour;
            }
    return COLOURS;
}

/* Sum the replies to the captures of one piece. Those that take a piece of the next player or a Virgin
 * change more than what the lines see. */
TC_INLINE uint64_t count_after_captures(const tc_game *game, const tabu_state *s, int next, int slot,
                                        const tabu_sight *sight, const tabu_replies *replies) {
    const tabu *g = tabu_of(game);
    const unsigned blocked = replies->blocked[sight->square];
    uint64_t nodes = 0;
    for (uint64_t left = sight->targets & sight->occupied; left; left &= left - 1) {
        const int star = __builtin_ctzll(left);
        bool is_virgin = false;
        const int victim = colour_at(s, star_square(sight->square, star), &is_virgin);
        nodes += is_virgin || victim == next
                     ? count_child(game, s, encode_target(sight, slot, star))
                     : at_least_one(replies->sights.moves +
                                    gain(g, &replies->sights, blocked, sight->square, NOWHERE));
    }
    return nodes;
}

/* Sum the replies to the moves of one piece to empty squares. */
TC_INLINE uint64_t count_after_steps(const tabu *g, const tabu_sight *sight, uint64_t targets,
                                     const tabu_replies *replies) {
    const unsigned blocked = replies->blocked[sight->square];
    uint64_t nodes = 0;
    for (; targets; targets &= targets - 1) {
        const int to = star_square(sight->square, __builtin_ctzll(targets));
        const int more = blocked ? gain(g, &replies->sights, blocked, sight->square, to) : 0;
        nodes += at_least_one(replies->sights.moves - replies->loss[to] + more);
    }
    return nodes;
}

TC_INLINE uint64_t tabu_count2(const tc_game *game, const tc_state *state) {
    const tabu *g = tabu_of(game);
    const tabu_state *s = position_of(state);
    if (is_over(g, s) || s->ply + 1 >= g->max_plies)
        return 0; /* nobody moves after the next ply (TB-12) */
    const int next = g->colour[next_player(game, s, s->turn)];
    tabu_sights sights;
    tabu_replies replies;
    find_sights(g, s, g->colour[s->turn], &sights);
    find_replies(g, s, next, &replies);
    if (sights.moves == 0)
        return at_least_one(replies.sights.moves);
    /* The Virgin: she may win, which leaves no reply; and what she shares with her Priest is of no
     * matter, since nobody else sees onto her taboo squares. */
    const tabu_sight *virgin = &sights.of[0];
    const uint64_t altar = virgin->targets & star_bit(g, virgin->square, g->layout.altar);
    uint64_t nodes = count_after_steps(g, virgin, virgin->targets & ~altar, &replies);
    for (int slot = FIRST_PRIEST; slot < SLOTS; slot++) {
        const tabu_sight *sight = &sights.of[slot];
        nodes += count_after_steps(g, sight, sight->targets & ~sight->occupied, &replies);
        if (sight->targets & sight->occupied)
            nodes += count_after_captures(game, s, next, slot, sight, &replies);
    }
    return nodes;
}

#endif
