/* SPDX-License-Identifier: MIT
 *
 * Reads agent specs. */
#include "search.h"

#include <string.h>

#define AVAILABLE                                                                                   \
    "there is: random, greedy, ab:DEPTH, ab:NODESn, ab:MILLISECONDSms, mcts:SIMULATIONS, "            \
    "mcts:MILLISECONDSms; options of ab: mode=maxn|paranoid; of mcts: c=NUMBER, cut=PLIES, "          \
    "playout=random|greedy"
#define MOST_NODES 1000000000u
#define MOST_MILLISECONDS 3600000u
#define MOST_CUT 100000u

static tc_status bad_spec(tc_error *error, tc_field part, const char *spec) {
    return fail(error, TC_BAD_AGENT, "'%.*s' in the agent '%.60s' makes no sense; " AVAILABLE, shown(part),
                part.start, spec);
}

/* Read a whole field as a number followed by a unit. */
static bool read_amount(tc_field field, const char *unit, uint64_t limit, uint64_t *number) {
    const size_t length = strlen(unit);
    if (field.length <= length || memcmp(field.start + field.length - length, unit, length) != 0)
        return false;
    field.length -= length;
    return field_number(field, limit, number) && *number > 0;
}

static bool read_budget(tc_field field, tc_spec *spec) {
    uint64_t number;
    if (read_amount(field, "ms", MOST_MILLISECONDS, &number))
        spec->milliseconds = (uint32_t)number;
    else if (spec->kind == AGENT_MCTS && read_amount(field, "", MOST_NODES, &number))
        spec->nodes = number;
    else if (spec->kind == AGENT_AB && read_amount(field, "n", MOST_NODES, &number))
        spec->nodes = number;
    else if (spec->kind == AGENT_AB && read_amount(field, "", TC_MAX_DEPTH, &number))
        spec->depth = (uint32_t)number;
    else
        return false;
    return true;
}

/* Read digits with at most one decimal point, below 1000. */
static bool read_decimal(tc_field field, float *value) {
    float scale = 1;
    int points = 0, digits = 0;
    *value = 0;
    for (size_t i = 0; i < field.length; i++) {
        const char c = field.start[i];
        if (c == '.' && points++ == 0)
            continue;
        if (c < '0' || c > '9' || ++digits > 7)
            return false;
        scale /= points ? 10 : 1;
        *value = points ? *value + scale * (float)(c - '0') : *value * 10 + (float)(c - '0');
    }
    return digits > 0 && *value < 1000;
}

static tc_field value_of(tc_field field, const char *name) {
    const size_t length = strlen(name);
    return (tc_field){field.start + length, field.length - length};
}

static bool read_setting(tc_field field, tc_spec *spec) {
    uint64_t number;
    if (spec->kind == AGENT_AB) {
        spec->paranoid = field_is(field, "mode=paranoid");
        return spec->paranoid || field_is(field, "mode=maxn");
    }
    if (field_begins(field, "c="))
        return read_decimal(value_of(field, "c="), &spec->exploration);
    if (field_begins(field, "cut=") && field_number(value_of(field, "cut="), MOST_CUT, &number)) {
        spec->cut = (uint32_t)number;
        return true;
    }
    spec->greedy = field_is(field, "playout=greedy");
    return spec->greedy || field_is(field, "playout=random");
}

tc_status spec_read(const char *text, tc_spec *spec, tc_error *error) {
    static const char *const NAMES[] = {"random", "greedy", "ab", "mcts"};
    const char *left = text, *end = text + strlen(text);
    tc_field field = {text, 0};
    *spec = (tc_spec){.exploration = 0.2f, .cut = 4};
    next_field(&left, end, ':', &field);
    while (spec->kind <= AGENT_MCTS && !field_is(field, NAMES[spec->kind]))
        spec->kind++;
    if (spec->kind > AGENT_MCTS)
        return fail(error, TC_BAD_AGENT, "no agent '%.60s'; " AVAILABLE, text);
    if (spec->kind >= AGENT_AB) {
        if (!next_field(&left, end, ':', &field))
            return fail(error, TC_BAD_AGENT, "the agent '%.60s' has no budget; " AVAILABLE, text);
        if (!read_budget(field, spec))
            return bad_spec(error, field, text);
    }
    while (next_field(&left, end, ':', &field))
        if (spec->kind < AGENT_AB || !read_setting(field, spec))
            return bad_spec(error, field, text);
    return TC_OK;
}
