/* SPDX-License-Identifier: MIT
 *
 * The C library alone: every perft suite, generators that agree with each other, and bad input.
 * Usage: test_core FOLDER_OF_PERFT_SUITES */
#include "teocalli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks, failures;

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(bool good, const char *what, int line) {
    checks++;
    if (good)
        return;
    failures++;
    printf("line %d: %s\n", line, what);
}

static tc_state *new_state(const tc_game *game) {
    return aligned_alloc(TC_STATE_ALIGN, (tc_state_size(game) + TC_STATE_ALIGN - 1) / TC_STATE_ALIGN * TC_STATE_ALIGN);
}

/* ---- Perft suites ------------------------------------------------------------------------------ */

typedef struct position {
    tc_game *game;
    tc_state *state;
    char id[128];
} position;

static void set_position(position *at, const char *name, const char *fen) {
    tc_error error;
    tc_game_free(at->game);
    free(at->state);
    at->state = NULL;
    if (tc_game_from_fen(name, fen, NULL, 0, NULL, &at->game, &error) != TC_OK) {
        printf("%s: %s\n", at->id, error.text);
        CHECK(false);
        return;
    }
    at->state = new_state(at->game);
    CHECK(tc_from_fen(at->game, fen, at->state, &error) == TC_OK);
    char again[4096];
    tc_fen(at->game, at->state, again, sizeof again);
    CHECK(strcmp(again, fen) == 0);
}

static void check_perft(const position *at, int depth, unsigned long long expected) {
    uint64_t nodes = 0;
    CHECK(tc_perft(at->game, at->state, depth, NULL, &nodes) == TC_OK);
    if (nodes != expected)
        printf("%s depth %d: expected %llu, got %llu\n", at->id, depth, expected, (unsigned long long)nodes);
    CHECK(nodes == expected);
}

static void run_suite(const char *folder, const char *name, unsigned long long limit) {
    char path[1024], line[4096];
    position at = {NULL, NULL, ""};
    snprintf(path, sizeof path, "%s/%s.perft", folder, name);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    while (file && fgets(line, sizeof line, file)) {
        int depth;
        unsigned long long nodes;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "id %127s", at.id) == 1)
            continue;
        if (strncmp(line, "fen ", 4) == 0)
            set_position(&at, name, line + 4);
        else if (at.state && sscanf(line, "perft %d %llu", &depth, &nodes) == 2 && nodes <= limit)
            check_perft(&at, depth, nodes);
    }
    if (file)
        fclose(file);
    tc_game_free(at.game);
    free(at.state);
}

/* ---- Agreement of list, count, pick, is_legal, make and key along random games ------------------ */

static void check_moves(const tc_game *game, const tc_state *state) {
    static tc_move moves[TC_MAX_MOVES];
    const uint32_t n = tc_legal_moves(game, state, moves);
    uint32_t legal = 0;
    CHECK(n == tc_count_moves(game, state));
    CHECK((n == 0) == tc_is_over(game, state, NULL));
    for (tc_move move = 0; move < tc_move_limit(game); move++)
        legal += tc_is_legal(game, state, move);
    CHECK(legal == n);
    for (uint32_t i = 0; i < n; i++) {
        char text[32];
        tc_move back;
        CHECK(tc_is_legal(game, state, moves[i]));
        tc_move_text(game, moves[i], text, sizeof text);
        CHECK(tc_move_parse(game, text, &back, NULL) == TC_OK && back == moves[i]);
    }
}

static void check_fen(const tc_game *game, const tc_state *state, tc_state *other) {
    char text[4096], again[4096];
    tc_fen(game, state, text, sizeof text);
    CHECK(tc_from_fen(game, text, other, NULL) == TC_OK);
    tc_fen(game, other, again, sizeof again);
    CHECK(strcmp(text, again) == 0);
    CHECK(tc_key(game, state) == tc_key(game, other));
    CHECK(tc_fen(game, state, NULL, 0) == strlen(text));
}

/* The costly checks run on the first plies and then at powers of two. */
static void play(const tc_game *game, uint64_t index) {
    tc_state *state = new_state(game), *other = new_state(game);
    tc_start(game, state);
    for (uint32_t ply = 0; !tc_is_over(game, state, NULL); ply++) {
        if (ply < 4 || (ply & (ply - 1)) == 0) {
            check_moves(game, state);
            check_fen(game, state, other);
        }
        CHECK(tc_push(game, state, tc_random_move(game, state, 1, index, ply), NULL) == TC_OK);
    }
    check_moves(game, state);
    free(state);
    free(other);
}

static void play_all(const char *name) {
    for (int players = 2; players <= TC_MAX_PLAYERS; players++) {
        tc_game *game;
        if (tc_game_new(name, players, NULL, 0, NULL, &game, NULL) != TC_OK)
            continue;
        for (uint64_t index = 0; index < 3; index++)
            play(game, index);
        tc_game_free(game);
    }
}

/* ---- Bad input ---------------------------------------------------------------------------------- */

/* Let an agent play a game of up to 12 plies, looking at all that it tells. */
static void play_with(const tc_game *game, const char *spec) {
    tc_agent *agent;
    tc_analysis *found = malloc(sizeof *found);
    tc_state *state = new_state(game);
    CHECK(tc_agent_new(spec, &agent, NULL) == TC_OK);
    tc_start(game, state);
    for (int ply = 0; ply < 12 && !tc_is_over(game, state, NULL); ply++) {
        if (tc_agent_analyse(agent, game, state, 1, 2, NULL, found) == TC_BAD_ARGUMENT)
            break; /* an auction */
        CHECK(found->n_choices == tc_count_moves(game, state) && found->best < found->n_choices);
        const float *values = found->values;
        const float sum = values[0] + values[1] + values[2] + values[3];
        CHECK(sum > 0.9999f && sum < 1.0001f);
        CHECK(tc_push(game, state, found->choices[found->best].move, NULL) == TC_OK);
    }
    tc_agent_free(agent);
    free(found);
    free(state);
}

static void check_agents(const char *name) {
    static const char *const SPECS[] = {"random", "greedy", "ab:2", "ab:300n:mode=paranoid", "mcts:150",
                                        "mcts:40:cut=0:c=1.4:playout=greedy", "mcts:1ms"};
    for (int players = 2; players <= TC_MAX_PLAYERS; players++) {
        tc_game *game;
        if (tc_game_new(name, players, NULL, 0, NULL, &game, NULL) != TC_OK)
            continue;
        for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++)
            if (strcmp(name, "tabu") != 0 || !strstr(SPECS[i], "cut=0"))
                play_with(game, SPECS[i]);
        tc_game_free(game);
    }
}

static void check_bad_input(void) {
    tc_agent *agent;
    tc_error refusal;
    CHECK(tc_agent_new("mcts:many", &agent, &refusal) == TC_BAD_AGENT && agent == NULL);
    CHECK(strstr(refusal.text, "many") != NULL);
    tc_agent_free(NULL);
    tc_game *game;
    tc_error error;
    uint64_t nodes;
    const tc_option unknown = {"colour", "red"}, order = {"order", "1,1"};
    CHECK(tc_game_new("chess", 2, NULL, 0, NULL, &game, &error) == TC_BAD_GAME && game == NULL);
    CHECK(strstr(error.text, "azacru") != NULL);
    CHECK(tc_game_new("azacru", 5, NULL, 0, NULL, &game, &error) == TC_BAD_PLAYERS);
    CHECK(tc_game_new("azacru", 2, &unknown, 1, NULL, &game, NULL) == TC_BAD_OPTION);
    CHECK(tc_game_new("azacru", 2, &order, 1, NULL, &game, NULL) == TC_BAD_OPTION);
    CHECK(tc_game_new("azacru", 2, NULL, 0, "quantum", &game, NULL) == TC_BAD_CPU);
    CHECK(tc_game_new("azacru", 2, NULL, 0, "baseline", &game, NULL) == TC_OK);
    tc_state *state = new_state(game);
    tc_start(game, state);
    CHECK(tc_push(game, state, 0xFFFFFFFF, &error) == TC_ILLEGAL_MOVE);
    CHECK(tc_perft(game, state, -1, NULL, &nodes) == TC_BAD_ARGUMENT);
    CHECK(tc_perft(game, state, TC_MAX_DEPTH + 1, NULL, &nodes) == TC_BAD_ARGUMENT);
    CHECK(tc_from_fen(game, "", state, &error) == TC_BAD_POSITION);
    tc_game_free(game);
    tc_game_free(NULL);
    free(state);
}

/* ---- Layouts of Tabu ------------------------------------------------------------------------------ */

extern const char tabu_default_layout[];

/* Make a game on a layout text, and play a little if that is possible; true if it is. */
static bool try_layout(const char *text) {
    const tc_option layout = {"layout", text};
    tc_game *game;
    tc_error error;
    if (tc_game_new("tabu", 4, &layout, 1, NULL, &game, &error) != TC_OK) {
        CHECK(game == NULL && strstr(error.text, "layout") != NULL);
        return false;
    }
    tc_state *state = new_state(game);
    uint64_t nodes;
    tc_start(game, state);
    CHECK(tc_perft(game, state, 2, NULL, &nodes) == TC_OK);
    free(state);
    tc_game_free(game);
    return true;
}

/* Text that is cut or changed anywhere makes a game or an error, and nothing else. */
static void check_layouts(void) {
    char text[1024];
    const size_t length = strlen(tabu_default_layout);
    CHECK(length < sizeof text && try_layout(tabu_default_layout));
    for (size_t i = 0; i < length; i++) {
        memcpy(text, tabu_default_layout, length + 1);
        text[i] = '\0';
        CHECK(!try_layout(text));
        for (const char *c = "1/x\n"; *c; c++) {
            text[i] = *c;
            try_layout(text);
        }
    }
}

int main(int argc, char **argv) {
    for (size_t i = 0; argc > 1 && tc_game_name(i); i++) {
        run_suite(argv[1], tc_game_name(i), 20000000);
        play_all(tc_game_name(i));
        check_agents(tc_game_name(i));
    }
    check_bad_input();
    check_layouts();
    printf("%d checks, %d failures\n", checks, failures);
    return failures > 0 || argc < 2;
}
