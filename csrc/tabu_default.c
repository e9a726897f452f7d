/* SPDX-License-Identifier: MIT
 *
 * Made by tools/make_default_layout.py from src/teocalli/layouts/default.toml; do not edit. */
#include "tabu.h"

const char tabu_default_layout[] =
    "size 13\n"
    "levels 1111111111111/1111111111111/1111111111111/1112222222111/1112222222111/1112233322111/1112234322111/1112233322111/1112222222111/1112222222111/1111111111111/1111111111111/1111111111111\n"
    "areas 111.......222/111.......222/111.......222/...11...22.../...11...22.../.....1.2...../............./.....4.3...../...44...33.../...44...33.../444.......333/444.......333/444.......333\n"
    "stairs 1 g11-g10 g9-g8\n"
    "stairs 2 i7-h7 k7-j7\n"
    "stairs 3 g3-g4 g5-g6\n"
    "stairs 4 c7-d7 e7-f7\n"
    "setup V1P1S17S2P2V2/P1P1S17S2P2P2/S1S1S17S2S2S2/13/13/13/13/13/13/13/S4S4S47S3S3S3/P4P4S47S3P3P3/V4P4S47S3P3V3\n"
    "altar g7\n";
