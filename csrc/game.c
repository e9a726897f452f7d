/* SPDX-License-Identifier: MIT
 *
 * The list of games, and the public functions that only pass on to a game's tables. */
#include "game.h"

#include "cpu.h"

#include <stdlib.h>
#include <string.h>

static const tc_rules *const GAMES[] = {&azacru_rules, &aztec_rules, &tabu_rules};
#define N_GAMES (sizeof GAMES / sizeof GAMES[0])

static const char *const TERMINATION_NAMES[TC_TERMINATIONS] = {
    "unfinished", "markers", "tie", "points", "starter", "held", "broken", "altar", "last", "truncated",
};

const char *tc_game_name(size_t index) {
    return index < N_GAMES ? GAMES[index]->name : NULL;
}

const char *tc_termination_name(int code) {
    return code >= 0 && code < TC_TERMINATIONS ? TERMINATION_NAMES[code] : NULL;
}

void *allocate_aligned(size_t bytes) {
    return aligned_alloc(TC_STATE_ALIGN, whole_lines(bytes));
}

/* ---- Making games ----------------------------------------------------------------------------- */

static tc_status find_rules(const char *name, const tc_rules **rules, tc_error *error) {
    char list[128];
    tc_writer out = {list, sizeof list, 0};
    for (size_t i = 0; i < N_GAMES; i++) {
        if (strcmp(GAMES[i]->name, name) == 0) {
            *rules = GAMES[i];
            return TC_OK;
        }
        put_text(&out, i ? ", " : "");
        put_text(&out, GAMES[i]->name);
    }
    put_end(&out);
    return fail(error, TC_BAD_GAME, "no game '%.40s'; there is: %s", name, list);
}

static tc_status check_players(const tc_rules *rules, int players, tc_error *error) {
    if (players >= rules->min_players && players <= rules->max_players)
        return TC_OK;
    return fail(error, TC_BAD_PLAYERS, "%s is for %d to %d players, not %d", rules->name,
                rules->min_players, rules->max_players, players);
}

static tc_status check_repeats(const tc_option *options, size_t n, tc_error *error) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(options[i].name, options[j].name) == 0)
                return fail(error, TC_BAD_OPTION, "option '%.40s' is given twice", options[i].name);
    return TC_OK;
}

static tc_status set_up(tc_game *game, const tc_rules *rules, int players, const tc_option *options,
                        size_t n_options, tc_error *error) {
    game->rules = rules;
    game->kernel = rules->kernels[game->cpu];
    game->players = players;
    game_set_order(game, NULL, NULL);
    return rules->configure(game, options, n_options, error);
}

tc_status tc_game_new(const char *name, int players, const tc_option *options, size_t n_options,
                      const char *cpu, tc_game **game, tc_error *error) {
    const tc_rules *rules;
    tc_cpu_variant variant;
    *game = NULL;
    tc_status status = find_rules(name, &rules, error);
    if (status == TC_OK && players == 0)
        players = rules->default_players;
    if (status == TC_OK)
        status = check_players(rules, players, error);
    if (status == TC_OK)
        status = check_repeats(options, n_options, error);
    if (status == TC_OK)
        status = cpu_choose(cpu, &variant, error);
    if (status != TC_OK)
        return status;
    tc_game *made = allocate_aligned(rules->game_size);
    if (!made)
        return fail(error, TC_NO_MEMORY, "no memory for the tables of %s", name);
    memset(made, 0, rules->game_size);
    made->cpu = variant;
    status = set_up(made, rules, players, options, n_options, error);
    if (status != TC_OK) {
        tc_game_free(made);
        return status;
    }
    *game = made;
    return TC_OK;
}

tc_status tc_game_from_fen(const char *name, const char *fen, const tc_option *extra, size_t n_extra,
                           const char *cpu, tc_game **game, tc_error *error) {
    const tc_rules *rules;
    tc_setup setup = {0};
    *game = NULL;
    tc_status status = find_rules(name, &rules, error);
    if (status == TC_OK)
        status = rules->read_setup(fen, &setup, error);
    if (status != TC_OK)
        return status;
    if (setup.n_options + n_extra > TC_MAX_OPTIONS)
        return fail(error, TC_BAD_OPTION, "%s takes fewer options than that", name);
    for (size_t i = 0; i < n_extra; i++)
        setup.options[setup.n_options++] = extra[i];
    return tc_game_new(name, setup.players, setup.options, setup.n_options, cpu, game, error);
}

void tc_game_free(tc_game *game) {
    if (game && game->rules->release)
        game->rules->release(game);
    free(game);
}

tc_status game_set_order(tc_game *game, const char *text, tc_error *error) {
    for (int place = 0; place < game->players; place++)
        game->order[place] = (uint8_t)place;
    if (text && !read_order((tc_field){text, strlen(text)}, game->players, game->order))
        return fail(error, TC_BAD_OPTION, "order '%.40s' does not name each of %d players once, as in '%s'",
                    text, game->players, game->players == 2 ? "2,1" : game->players == 3 ? "3,1,2" : "4,1,2,3");
    for (int place = 0; place < game->players; place++)
        game->next[game->order[place]] = game->order[(place + 1) % game->players];
    return TC_OK;
}

void put_order(const tc_game *game, tc_writer *out) {
    bool natural = true;
    for (int place = 0; place < game->players; place++)
        natural = natural && game->order[place] == place;
    if (natural)
        return;
    put_text(out, " order=");
    for (int place = 0; place < game->players; place++) {
        put_text(out, place ? "," : "");
        put_number(out, game->order[place] + 1u);
    }
}

/* ---- Facts ------------------------------------------------------------------------------------ */

int tc_players(const tc_game *game) {
    return game->players;
}

size_t tc_state_size(const tc_game *game) {
    return game->rules->state_size;
}

size_t tc_table_size(const tc_game *game) {
    return game->rules->game_size + game->rules->shared_size;
}

const char *tc_cpu(const tc_game *game) {
    return cpu_name(game->cpu);
}

uint32_t tc_move_limit(const tc_game *game) {
    return game->rules->move_limit;
}

void tc_order(const tc_game *game, uint8_t order[TC_MAX_PLAYERS]) {
    memcpy(order, game->order, (size_t)game->players);
}

/* ---- Positions -------------------------------------------------------------------------------- */

void tc_start(const tc_game *game, tc_state *state) {
    game->rules->start(game, state);
}

tc_status tc_from_fen(const tc_game *game, const char *fen, tc_state *state, tc_error *error) {
    memset(state, 0, game->rules->state_size);
    return game->rules->from_fen(game, fen, state, error);
}

size_t tc_fen(const tc_game *game, const tc_state *state, char *buffer, size_t size) {
    tc_writer out = {buffer, size, 0};
    game->rules->fen(game, state, &out);
    return put_end(&out);
}

size_t tc_board(const tc_game *game, const tc_state *state, char *buffer, size_t size) {
    tc_writer out = {buffer, size, 0};
    game->rules->board(game, state, &out);
    return put_end(&out);
}

int tc_turn(const tc_game *game, const tc_state *state) {
    return game->rules->turn(game, state);
}

uint32_t tc_ply(const tc_game *game, const tc_state *state) {
    return game->rules->ply(game, state);
}

uint64_t tc_key(const tc_game *game, const tc_state *state) {
    return game->rules->key(game, state);
}

uint64_t hash_words(const uint64_t *data, size_t words) {
    uint64_t hash = words;
    for (size_t i = 0; i < words; i++)
        hash = mix64(hash + 0x9E3779B97F4A7C15u + data[i]);
    return hash;
}

void tc_scores(const tc_game *game, const tc_state *state, int16_t scores[TC_MAX_PLAYERS]) {
    for (int player = 0; player < TC_MAX_PLAYERS; player++)
        scores[player] = -1;
    game->rules->scores(game, state, scores);
}

bool tc_is_over(const tc_game *game, const tc_state *state, tc_outcome *outcome) {
    if (game->kernel->count(game, state) > 0)
        return false;
    if (!outcome)
        return true;
    memset(outcome, 0, sizeof *outcome);
    uint8_t sharing = 0;
    game->rules->result(game, state, outcome, &sharing);
    if (outcome->winners)
        sharing = outcome->winners;
    for (int player = 0; player < game->players; player++)
        if (sharing >> player & 1)
            outcome->utilities[player] = 1.0 / popcount64(sharing);
    tc_scores(game, state, outcome->scores);
    return true;
}

void final_values(const tc_game *game, const tc_state *state, float values[TC_MAX_PLAYERS]) {
    tc_outcome outcome = {0};
    tc_is_over(game, state, &outcome);
    for (int player = 0; player < TC_MAX_PLAYERS; player++)
        values[player] = (float)outcome.utilities[player];
}

/* Plain multiplications, so that every machine gets the same bits. */
static float exponential(float x) {
    float y = 1 + x / 256;
    for (int i = 0; i < 8; i++)
        y *= y;
    return y;
}

void share_values(int players, const float strengths[TC_MAX_PLAYERS], float values[TC_MAX_PLAYERS]) {
    static const float LEAST = 0.002f, LOWEST = -64;
    float most = strengths[0], sum = 0;
    for (int player = 1; player < players; player++)
        most = strengths[player] > most ? strengths[player] : most;
    for (int player = 0; player < TC_MAX_PLAYERS; player++) {
        const float below = player < players ? strengths[player] - most : 0;
        values[player] = player < players ? exponential(below > LOWEST ? below : LOWEST) + LEAST : 0;
        sum += values[player];
    }
    for (int player = 0; player < players; player++)
        values[player] /= sum;
}

bool tc_evaluate(const tc_game *game, const tc_state *state, float values[TC_MAX_PLAYERS]) {
    return game->kernel->evaluate(game, state, values);
}

/* ---- Moves ------------------------------------------------------------------------------------ */

uint32_t tc_count_moves(const tc_game *game, const tc_state *state) {
    return game->kernel->count(game, state);
}

uint32_t tc_legal_moves(const tc_game *game, const tc_state *state, tc_move *moves) {
    return game->kernel->list(game, state, moves);
}

bool tc_is_legal(const tc_game *game, const tc_state *state, tc_move move) {
    return move < game->rules->move_limit && game->rules->is_legal(game, state, move);
}

void tc_make(const tc_game *game, tc_state *state, tc_move move) {
    game->kernel->make(game, state, move);
}

tc_status tc_push(const tc_game *game, tc_state *state, tc_move move, tc_error *error) {
    if (!tc_is_legal(game, state, move)) {
        char text[32];
        tc_move_text(game, move, text, sizeof text);
        const bool is_move = text[0] != '?';
        return fail(error, TC_ILLEGAL_MOVE, "%s is not a legal move of %s: %s", is_move ? text : "that number",
                    game->rules->name, is_move ? game->rules->why_illegal(game, state, move) : "it encodes no move");
    }
    game->kernel->make(game, state, move);
    return TC_OK;
}

size_t tc_move_text(const tc_game *game, tc_move move, char *buffer, size_t size) {
    tc_writer out = {buffer, size, 0};
    if (move >= game->rules->move_limit || !game->rules->move_text(move, &out))
        out.length = 0, put_char(&out, '?');
    return put_end(&out);
}

tc_status tc_move_parse(const tc_game *game, const char *text, tc_move *move, tc_error *error) {
    return game->rules->move_parse(text, move, error);
}
