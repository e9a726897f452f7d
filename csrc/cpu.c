/* SPDX-License-Identifier: MIT */
#include "cpu.h"

#include <string.h>

static const char *const NAMES[TC_CPUS] = {"baseline", "avx2", "avx512"};

const char *cpu_name(tc_cpu_variant cpu) {
    return NAMES[cpu];
}

static bool has_avx2(void) {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

static bool has_avx512(void) {
#ifdef __x86_64__
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vpopcntdq");
#else
    return false;
#endif
}

static tc_cpu_variant best(void) {
    return has_avx512() ? TC_CPU_AVX512 : has_avx2() ? TC_CPU_AVX2 : TC_CPU_BASELINE;
}

tc_status cpu_choose(const char *name, tc_cpu_variant *cpu, tc_error *error) {
    *cpu = best();
    if (!name)
        return TC_OK;
    for (int i = 0; i <= (int)best(); i++)
        if (strcmp(name, NAMES[i]) == 0) {
            *cpu = (tc_cpu_variant)i;
            return TC_OK;
        }
    return fail(error, TC_BAD_CPU, "processor variant '%.40s' is not available; the best here is '%s', "
                "the list is baseline, avx2, avx512", name, NAMES[best()]);
}
