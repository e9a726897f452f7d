/* SPDX-License-Identifier: MIT
 *
 * Compiles the six hot functions of a game once per instruction set and collects them in
 * KERNELS. The game's C file defines TC_GAME as the game's name, includes its inline functions
 * <name>_count, <name>_count2, <name>_list, <name>_pick, <name>_make, <name>_evaluate, and then this
 * file. */
#include "game.h"

#define TC_JOIN2(a, b) a##_##b
#define TC_JOIN(a, b) TC_JOIN2(a, b)
#define TC_HOT(name) TC_JOIN(TC_GAME, name)

#define TC_DEFINE_KERNEL(cpu, target)                                                               \
    target static uint32_t count_##cpu(const tc_game *g, const tc_state *s) {                       \
        return TC_HOT(count)(g, s);                                                                 \
    }                                                                                               \
    target static uint64_t count2_##cpu(const tc_game *g, const tc_state *s) {                      \
        return TC_HOT(count2)(g, s);                                                                \
    }                                                                                               \
    target static uint32_t list_##cpu(const tc_game *g, const tc_state *s, tc_move *moves) {        \
        return TC_HOT(list)(g, s, moves);                                                           \
    }                                                                                               \
    target static tc_move pick_##cpu(const tc_game *g, const tc_state *s, uint64_t draw,            \
                                     uint32_t *number) {                                            \
        return TC_HOT(pick)(g, s, draw, number);                                                    \
    }                                                                                               \
    target static void make_##cpu(const tc_game *g, tc_state *s, tc_move move) {                    \
        TC_HOT(make)(g, s, move);                                                                   \
    }                                                                                               \
    target static bool evaluate_##cpu(const tc_game *g, const tc_state *s, float *values) {         \
        return TC_HOT(evaluate)(g, s, values);                                                      \
    }                                                                                               \
    static const tc_kernel kernel_##cpu = {                                                         \
        count_##cpu, count2_##cpu, list_##cpu, pick_##cpu, make_##cpu, evaluate_##cpu,              \
    };

TC_DEFINE_KERNEL(baseline, )

#ifdef __x86_64__
TC_DEFINE_KERNEL(avx2, __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))))
TC_DEFINE_KERNEL(avx512, __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,"
                                               "avx512vl,avx512vpopcntdq"))))
#define KERNELS {&kernel_baseline, &kernel_avx2, &kernel_avx512}
#else
#define KERNELS {&kernel_baseline, &kernel_baseline, &kernel_baseline}
#endif
