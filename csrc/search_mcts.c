/* SPDX-License-Identifier: MIT
 *
 * Monte-Carlo tree search: UCB1 in the tree, values of all players backed up as a vector (N. Sturtevant,
 * "An analysis of UCT in multi-player games", 2008). The children of a node start with the evaluation of
 * their positions as if they had been visited a few times (S. Gelly and D. Silver, "Combining online and
 * offline knowledge in UCT", 2007). */
#include "search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPAND_AT 2            /* visits before the children of a node are looked at */
#define PRIOR_VISITS 8.0f    /* that the evaluation of a child is worth */
#define MOST_NODES (1u << 21) /* 100 MB, and as much again to copy to */
#define LONGEST_PATH 512
#define CHECK_EVERY 64       /* simulations between looks at clock and stop flag */

typedef struct tc_node {
    tc_move move;
    uint32_t visits;
    uint32_t first;  /* index of the first child; 0: none yet */
    uint16_t n;      /* children */
    int8_t mover;    /* who moves here, once there are children */
    bool over;       /* the game is over here */
    float prior[TC_MAX_PLAYERS];
    float mean[TC_MAX_PLAYERS];
} tc_node;

struct tc_tree {
    tc_node *nodes, *spare; /* node 0 is the root; `spare` is where a subtree is copied to */
    uint32_t used, capacity;
    size_t state_size;
    const tc_game *game; /* NULL: none yet, or one that may have been freed */
    tc_state *root;  /* the position of node 0; NULL: the tree is empty */
    tc_state *state; /* the one that a simulation plays on */
    tc_state *child;
};

void tree_forget(tc_tree *tree) {
    if (!tree)
        return;
    tree->used = 0;
    tree->game = NULL;
}

void tree_free(tc_tree *tree) {
    if (!tree)
        return;
    free(tree->nodes);
    free(tree->spare);
    free(tree->root);
    free(tree->state);
    free(tree->child);
    free(tree);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static bool reserve(tc_tree *tree, uint32_t capacity) {
    if (capacity <= tree->capacity)
        return true;
    tc_node *nodes = realloc(tree->nodes, capacity * sizeof *nodes);
    if (nodes)
        tree->nodes = nodes;
    tc_node *spare = nodes ? realloc(tree->spare, capacity * sizeof *spare) : NULL;
    if (!spare)
        return false;
    tree->spare = spare;
    tree->capacity = capacity;
    return true;
}

static tc_tree *new_tree(size_t state_size) {
    tc_tree *tree = calloc(1, sizeof *tree);
    if (!tree)
        return NULL;
    tree->state_size = state_size;
    tree->root = allocate_aligned(state_size);
    tree->state = allocate_aligned(state_size);
    tree->child = allocate_aligned(state_size);
    if (tree->root && tree->state && tree->child && reserve(tree, 1u << 12))
        return tree;
    tree_free(tree);
    return NULL;
}

/* Make the tree one of this game; what it holds of another game is dropped. */
static tc_status open_tree(tc_tree **tree, const tc_game *game) {
    if (*tree && (*tree)->state_size != game->rules->state_size) {
        tree_free(*tree);
        *tree = NULL;
    }
    if (!*tree)
        *tree = new_tree(game->rules->state_size);
    if (!*tree)
        return TC_NO_MEMORY;
    if ((*tree)->game != game)
        (*tree)->used = 0;
    (*tree)->game = game;
    return TC_OK;
}

/* ---- Keeping the tree between plies ----------------------------------------------------------- */

/* Copy a node and all below it into `spare`, breadth first. */
static void keep_subtree(tc_tree *tree, uint32_t index) {
    uint32_t used = 1;
    tree->spare[0] = tree->nodes[index];
    for (uint32_t i = 0; i < used; i++) {
        tc_node *node = &tree->spare[i];
        if (!node->first)
            continue;
        memcpy(&tree->spare[used], &tree->nodes[node->first], node->n * sizeof *node);
        node->first = used;
        used += node->n;
    }
    tc_node *nodes = tree->nodes;
    tree->nodes = tree->spare;
    tree->spare = nodes;
    tree->used = used;
}

/* Return the node `plies` below a node whose position is `wanted`, or 0. */
static uint32_t find_node(const tc_tree *tree, uint32_t index, const tc_state *at, const tc_state *wanted,
                          uint32_t plies, char *memory) {
    const size_t size = tree->game->rules->state_size;
    const tc_node *node = &tree->nodes[index];
    tc_state *child = (tc_state *)(void *)(memory + plies * whole_lines(size));
    for (uint32_t i = 0; node->first && i < node->n; i++) {
        const uint32_t next = node->first + i;
        if (plies > 1 && !tree->nodes[next].first)
            continue;
        memcpy(child, at, size);
        tree->game->kernel->make(tree->game, child, tree->nodes[next].move);
        if (plies == 1 && memcmp(child, wanted, size) == 0)
            return next;
        const uint32_t found = plies > 1 ? find_node(tree, next, child, wanted, plies - 1, memory) : 0;
        if (found)
            return found;
    }
    return 0;
}

/* Make the tree's root the position of the task, keeping what is known of it. */
static tc_status set_root(tc_tree *tree, const tc_state *state) {
    const tc_game *game = tree->game;
    const size_t size = game->rules->state_size;
    const uint32_t ply = tc_ply(game, state), before = tree->used ? tc_ply(game, tree->root) : 0;
    uint32_t found = 0;
    if (tree->used && ply > before && ply - before <= TC_MAX_PLAYERS) {
        char *memory = allocate_aligned((ply - before + 1) * whole_lines(size));
        if (!memory)
            return TC_NO_MEMORY;
        found = find_node(tree, 0, tree->root, state, ply - before, memory);
        free(memory);
    }
    const bool same = tree->used && memcmp(tree->root, state, size) == 0;
    memcpy(tree->root, state, size);
    if (found)
        keep_subtree(tree, found);
    if (found || same)
        return TC_OK;
    memset(&tree->nodes[0], 0, sizeof tree->nodes[0]);
    tree->used = 1;
    return TC_OK;
}

/* ---- One simulation --------------------------------------------------------------------------- */

/* Give a node its children, if there is room for them. */
static void expand(tc_tree *tree, tc_node **node, const tc_state *state) {
    const tc_game *game = tree->game;
    const uint32_t index = (uint32_t)(*node - tree->nodes);
    tc_move moves[TC_MAX_MOVES];
    const uint32_t n = game->kernel->list(game, state, moves);
    if (n == 0 || tree->used + n > MOST_NODES ||
        (tree->used + n > tree->capacity && !reserve(tree, 2 * tree->capacity + n)))
        return;
    *node = &tree->nodes[index];
    for (uint32_t i = 0; i < n; i++) {
        tc_node *child = &tree->nodes[tree->used + i];
        memset(child, 0, sizeof *child);
        child->move = moves[i];
        memcpy(tree->child, state, game->rules->state_size);
        game->kernel->make(game, tree->child, moves[i]);
        child->over = game->kernel->evaluate(game, tree->child, child->prior);
    }
    (*node)->first = tree->used;
    (*node)->n = (uint16_t)n;
    (*node)->mover = (int8_t)tc_turn(game, state);
    tree->used += n;
}

/* Return the child to visit next: the best upper bound for the mover. */
static uint32_t select_child(const tc_tree *tree, const tc_node *node, float exploration) {
    const float all = exploration * sqrtf(logf((float)node->visits + 1));
    const tc_node *children = &tree->nodes[node->first];
    const int mover = node->mover;
    uint32_t best = 0;
    float most = -1;
    for (uint32_t i = 0; i < node->n; i++) {
        const float visits = (float)children[i].visits;
        const float value = (children[i].mean[mover] * visits + children[i].prior[mover] * PRIOR_VISITS) /
                            (visits + PRIOR_VISITS);
        const float bound = value + all / sqrtf(visits + 1);
        if (bound > most) {
            most = bound;
            best = i;
        }
    }
    return node->first + best;
}

/* The move of the greedy agent. */
static tc_move greedy_move(tc_tree *tree, const tc_state *state, uint64_t draw, uint32_t *number) {
    const tc_game *game = tree->game;
    const int mover = tc_turn(game, state);
    tc_move moves[TC_MAX_MOVES];
    *number = game->kernel->list(game, state, moves);
    const uint32_t offset = *number ? rng_below(draw, *number) : 0; /* the first of equals is a random one */
    tc_move best = moves[0];
    float most = -1, values[TC_MAX_PLAYERS];
    for (uint32_t i = 0; i < *number; i++) {
        const tc_move move = moves[(i + offset) % *number];
        memcpy(tree->child, state, game->rules->state_size);
        game->kernel->make(game, tree->child, move);
        game->kernel->evaluate(game, tree->child, values);
        if (values[mover] > most) {
            most = values[mover];
            best = move;
        }
    }
    return best;
}

/* Play the tree's state on to the end, or until it is cut, and write the values. */
static void play_out(tc_tree *tree, tc_task *task, float values[TC_MAX_PLAYERS]) {
    const tc_game *game = tree->game;
    const uint32_t limit = task->spec->cut ? task->spec->cut : TC_PLAYOUT_PLIES;
    for (uint32_t ply = 0; ply < limit; ply++) {
        uint32_t number;
        const uint64_t draw = task_draw(task);
        const tc_move move = task->spec->greedy ? greedy_move(tree, tree->state, draw, &number)
                                                : game->kernel->pick(game, tree->state, draw, &number);
        if (number == 0)
            break;
        game->kernel->make(game, tree->state, move);
    }
    game->kernel->evaluate(game, tree->state, values);
}

static void back_up(tc_node *node, const float values[TC_MAX_PLAYERS]) {
    const float share = 1 / (float)++node->visits;
    for (int player = 0; player < TC_MAX_PLAYERS; player++)
        node->mean[player] += (values[player] - node->mean[player]) * share;
}

static void simulate(tc_tree *tree, tc_task *task) {
    uint32_t path[LONGEST_PATH], length = 0, index = 0;
    float values[TC_MAX_PLAYERS];
    memcpy(tree->state, tree->root, tree->game->rules->state_size);
    for (;;) {
        tc_node *node = &tree->nodes[index];
        path[length++] = index;
        if (!node->over && !node->first && (index == 0 || node->visits >= EXPAND_AT))
            expand(tree, &node, tree->state);
        if (!node->first || length == LONGEST_PATH)
            break;
        index = select_child(tree, node, task->spec->exploration);
        tree->game->kernel->make(tree->game, tree->state, tree->nodes[index].move);
    }
    if (tree->nodes[index].over)
        memcpy(values, tree->nodes[index].prior, sizeof values);
    else
        play_out(tree, task, values);
    while (length > 0)
        back_up(&tree->nodes[path[--length]], values);
}

/* ---- The root --------------------------------------------------------------------------------- */

/* The most visited child; of equal ones the better for the mover. */
static uint32_t best_child(const tc_tree *tree, const tc_node *node) {
    uint32_t best = node->first;
    for (uint32_t i = node->first; i < node->first + node->n; i++) {
        const tc_node *a = &tree->nodes[i], *b = &tree->nodes[best];
        const bool equal = a->visits == b->visits;
        if (a->visits > b->visits || (equal && a->mean[node->mover] > b->mean[node->mover]))
            best = i;
    }
    return best;
}

/* Means are kept in single precision; their sum is mended when they are told. */
static void write_values(const float mean[TC_MAX_PLAYERS], float values[TC_MAX_PLAYERS]) {
    const float sum = mean[0] + mean[1] + mean[2] + mean[3];
    for (int player = 0; player < TC_MAX_PLAYERS; player++)
        values[player] = mean[player] / sum;
}

static void write_analysis(const tc_tree *tree, tc_analysis *analysis) {
    const tc_node *root = &tree->nodes[0], *node = root;
    write_values(root->mean, analysis->values);
    for (uint32_t i = 0; i < root->n; i++) {
        const tc_node *child = &tree->nodes[root->first + i];
        analysis->choices[i].visits = child->visits;
        write_values(child->visits ? child->mean : child->prior, analysis->choices[i].values);
    }
    analysis->best = best_child(tree, root) - root->first;
    while (node->first && analysis->n_line < TC_MAX_DEPTH) {
        node = &tree->nodes[best_child(tree, node)];
        if (node->visits == 0)
            break;
        analysis->line[analysis->n_line++] = node->move;
    }
}

/* Exact play, where the rest of the game is small enough for it; returns whether it was. */
static bool try_to_solve(tc_task *task, tc_table **table, tc_status *status) {
    const uint64_t nodes = task->spec->nodes ? task->spec->nodes : 1000;
    *status = task->game->players == 2 ? solve(task, nodes, table) : TC_NO_ROOM;
    return *status != TC_NO_ROOM;
}

tc_status think_mcts(tc_task *task, tc_tree **tree, tc_table **table) {
    tc_status status;
    if (try_to_solve(task, table, &status))
        return status;
    task->analysis->depth = 0;
    status = open_tree(tree, task->game);
    if (status == TC_OK)
        status = set_root(*tree, task->state);
    if (status != TC_OK)
        return status;
    uint64_t done = 0;
    for (; !task->spec->nodes || done < task->spec->nodes; done++) {
        if (done > 0 && done % CHECK_EVERY == 0 && task_is_due(task))
            break;
        simulate(*tree, task);
    }
    if ((*tree)->nodes[0].first)
        write_analysis(*tree, task->analysis);
    task->analysis->nodes = done;
    return TC_OK;
}
