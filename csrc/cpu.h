/* SPDX-License-Identifier: MIT */
#ifndef TC_CPU_H
#define TC_CPU_H

#include "game.h"

/* Return the word for a variant. */
const char *cpu_name(tc_cpu_variant cpu);

/* Choose a variant by name, or the best that this machine runs if `name` is NULL. */
tc_status cpu_choose(const char *name, tc_cpu_variant *cpu, tc_error *error);

#endif
