/* SPDX-License-Identifier: MIT
 *
 * The hot functions of Azacru; kernel.h compiles them once per instruction set. */
#ifndef TC_AZACRU_KERNEL_H
#define TC_AZACRU_KERNEL_H

#include "azacru.h"

#define MAX_CHEVRONS 4

/* The chevrons of one player, by square. */
typedef struct azacru_fans {
    azacru_view view;
    int n, moves; /* chevrons, and their moves in all */
    azacru_fan fan[MAX_CHEVRONS];
} azacru_fans;

TC_INLINE void find_fans(const azacru *g, const azacru_state *s, int player, azacru_fans *fans) {
    fans->view = view_of(s, player);
    fans->n = fans->moves = 0;
    for (tc_bits left = s->chevrons[player]; left;) {
        const int square = pop_lowest(&left);
        azacru_fan *fan = &fans->fan[fans->n++];
        make_fan(g, &fans->view, square, s->facing[square], fan);
        fans->moves += fan->moves;
    }
}

TC_INLINE uint32_t azacru_count(const tc_game *game, const tc_state *state) {
    azacru_fans fans;
    if (is_over(position_of(state)))
        return 0;
    find_fans(azacru_of(game), position_of(state), position_of(state)->turn, &fans);
    return fans.moves ? (uint32_t)fans.moves : 1; /* a forced pass (AZ-11) */
}

/* Write the moves of one chevron: those that cannot turn, then those that can, by target. */
TC_INLINE tc_move *write_moves(const azacru_fan *fan, tc_move *moves) {
    for (tc_bits left = fan->targets & ~fan->turnable; left;)
        *moves++ = encode(fan->square, pop_lowest(&left), NO_MARK);
    for (tc_bits left = fan->turnable; left;) {
        const int to = pop_lowest(&left);
        for (int mark = STRAIGHT; mark <= RIGHT; mark++)
            *moves++ = encode(fan->square, to, mark);
    }
    return moves;
}

TC_INLINE uint32_t azacru_list(const tc_game *game, const tc_state *state, tc_move *moves) {
    const azacru *g = azacru_of(game);
    const azacru_state *s = position_of(state);
    tc_move *end = moves;
    azacru_fans fans;
    if (is_over(s))
        return 0;
    find_fans(g, s, s->turn, &fans);
    for (int i = 0; i < fans.n; i++)
        end = write_moves(&fans.fan[i], end);
    if (end == moves)
        *end++ = PASS; /* AZ-11 */
    return (uint32_t)(end - moves);
}

/* Return move number k of a chevron, in the order of write_moves. */
TC_INLINE tc_move nth_move(const azacru_fan *fan, int k) {
    const tc_bits plain = fan->targets & ~fan->turnable;
    const int after = k - popcount(plain);
    const int to = nth_member(after < 0 ? plain : fan->turnable, after < 0 ? k : after / 3);
    return encode(fan->square, to, after < 0 ? NO_MARK : STRAIGHT + after % 3);
}

TC_INLINE tc_move azacru_pick(const tc_game *game, const tc_state *state, uint64_t draw, uint32_t *number) {
    const azacru *g = azacru_of(game);
    const azacru_state *s = position_of(state);
    azacru_fans fans;
    *number = 0;
    if (is_over(s))
        return PASS;
    find_fans(g, s, s->turn, &fans);
    *number = fans.moves ? (uint32_t)fans.moves : 1;
    if (fans.moves == 0)
        return PASS; /* AZ-11 */
    int k = (int)rng_below(draw, *number);
    int chosen = 0, before = 0, sum = 0;
    for (int i = 0; i < fans.n - 1; i++) { /* sums and selects: which one it is cannot be predicted */
        sum += fans.fan[i].moves;
        chosen += k >= sum;
        before = k >= sum ? sum : before;
    }
    return nth_move(&fans.fan[chosen], k - before);
}

/* The fields that a connection changes (AZ-9); empty for every other move. */
TC_INLINE tc_bits changed_fields(const azacru *g, const azacru_view *view, int from, int to) {
    if (!has(view->own, from) || !has(view->own, to))
        return 0;
    const int direction = g->direction[from][to];
    const tc_bits between = g->ray[from][direction] & ~g->ray[to][direction] & ~bit(to);
    return between & view->occupied ? 0 : between;
}

TC_INLINE void azacru_make(const tc_game *game, tc_state *state, tc_move move) {
    const azacru *g = azacru_of(game);
    azacru_state *s = (azacru_state *)(void *)state;
    const int player = s->turn;
    s->turn = game->next[player];
    s->ply++;
    if (move == PASS) {
        if (s->first_pass == NOBODY) /* AZ-12 */
            s->first_pass = (uint8_t)player;
        return;
    }
    const int from = move_from(move), to = move_to(move), mark = move_mark(move);
    const int direction = g->direction[from][to];
    const azacru_view view = view_of(s, player);
    const tc_bits changed = changed_fields(g, &view, from, to);
    const bool leaves = changed & view.others; /* AZ-9 */
    if (leaves)
        for (int other = 0; other < TC_MAX_PLAYERS; other++)
            s->markers[other] &= ~changed;
    s->markers[player] |= changed | bit(to); /* AZ-8, AZ-9 */
    s->chevrons[player] ^= bit(from) | (leaves ? 0 : bit(to));
    s->facing[from] = 0;
    if (!leaves)
        s->facing[to] = (uint8_t)((direction + (mark == RIGHT) - (mark == LEFT)) & 7); /* AZ-10 */
}

/* What a move does to the board as the next player sees it. */
typedef struct azacru_effect {
    tc_bits moved;   /* fields that a chevron left or reached */
    tc_bits claimed; /* fields that have the mover's colour afterwards */
} azacru_effect;

/* Count the next player's moves after `effect`. `fans` holds them before it: only the chevrons that
 * look at a field which differs are counted anew. The facing of the mover is of no matter. */
TC_INLINE int count_replies(const azacru *g, const azacru_fans *fans, azacru_effect effect) {
    const tc_bits touched = effect.moved | effect.claimed;
    const tc_bits lost = effect.claimed & fans->view.own; /* less power (AZ-4) */
    const azacru_view view = {fans->view.occupied ^ effect.moved, fans->view.own & ~effect.claimed,
                              fans->view.others | effect.claimed};
    int moves = fans->moves;
    for (int i = 0; i < fans->n; i++) {
        const azacru_fan *before = &fans->fan[i];
        if (((before->reach & touched) | (lost & g->home[before->square])) == 0)
            continue;
        azacru_fan after;
        make_fan(g, &view, before->square, before->facing, &after);
        moves += after.moves - before->moves;
    }
    return moves;
}

/* Sum the replies to every move of one chevron. */
TC_INLINE uint64_t count_after(const azacru *g, const azacru_view *view, const azacru_fan *fan,
                               const azacru_fans *replies) {
    uint64_t nodes = 0;
    for (tc_bits left = fan->targets; left;) {
        const int to = pop_lowest(&left);
        const tc_bits changed = changed_fields(g, view, fan->square, to);
        const tc_bits moved = bit(fan->square) | (has(fan->leaving, to) ? 0 : bit(to));
        const int moves = count_replies(g, replies, (azacru_effect){moved, changed | bit(to)});
        nodes += (uint64_t)(moves ? moves : 1) * (has(fan->turnable, to) ? 3 : 1); /* AZ-10, AZ-11 */
    }
    return nodes;
}

TC_INLINE uint64_t azacru_count2(const tc_game *game, const tc_state *state) {
    const azacru *g = azacru_of(game);
    const azacru_state *s = position_of(state);
    const int next = game->next[s->turn];
    azacru_fans fans, replies;
    if (is_over(s) || s->first_pass == next)
        return 0; /* nobody moves after the next ply (AZ-12) */
    find_fans(g, s, s->turn, &fans);
    find_fans(g, s, next, &replies);
    if (fans.moves == 0) /* a pass, which leaves the board as it is */
        return replies.moves ? (uint64_t)replies.moves : 1;
    uint64_t nodes = 0;
    for (int i = 0; i < fans.n; i++)
        nodes += count_after(g, &fans.view, &fans.fan[i], &replies);
    return nodes;
}

#endif
