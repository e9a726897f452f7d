# Declarations of csrc/include/teocalli.h; the header documents them.
from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t

cdef extern from "teocalli.h" nogil:
    const char *TC_VERSION
    enum:
        TC_MAX_PLAYERS
        TC_MAX_MOVES
        TC_MAX_DEPTH
        TC_STATE_ALIGN
        TC_PLAYOUT_PLIES

    ctypedef struct tc_game:
        pass
    ctypedef struct tc_state:
        pass
    ctypedef uint32_t tc_move

    ctypedef enum tc_status:
        TC_OK
        TC_BAD_GAME
        TC_BAD_PLAYERS
        TC_BAD_OPTION
        TC_BAD_AGENT
        TC_BAD_CPU
        TC_BAD_POSITION
        TC_BAD_MOVE
        TC_ILLEGAL_MOVE
        TC_BAD_ARGUMENT
        TC_OVERFLOW
        TC_STOPPED
        TC_NO_ROOM
        TC_NO_MEMORY

    ctypedef struct tc_error:
        char text[512]

    ctypedef struct tc_option:
        const char *name
        const char *value

    ctypedef struct tc_outcome:
        int termination
        uint8_t winners
        bint early
        int16_t scores[4]
        double utilities[4]

    ctypedef struct tc_record:
        uint32_t plies
        float utilities[4]
        int16_t scores[4]
        int8_t order[4]
        uint8_t winners
        uint8_t termination

    ctypedef struct tc_column:
        const char *name
        uint32_t offset
        uint32_t size
        uint32_t count
        bint is_signed

    ctypedef struct tc_ply_sum:
        uint64_t positions
        uint64_t moves

    ctypedef struct tc_agent:
        pass

    ctypedef struct tc_choice:
        tc_move move
        uint32_t visits
        float values[4]

    ctypedef struct tc_analysis:
        float values[4]
        bint exact
        uint32_t depth
        uint64_t nodes
        uint32_t best
        uint32_t n_choices
        uint32_t n_line
        tc_move line[64]
        tc_choice choices[2048]

    const char *tc_game_name(size_t index)
    const char *tc_termination_name(int code)
    tc_status tc_game_new(const char *name, int players, const tc_option *options, size_t n_options,
                          const char *cpu, tc_game **game, tc_error *error)
    tc_status tc_game_from_fen(const char *name, const char *fen, const tc_option *extra, size_t n_extra,
                               const char *cpu, tc_game **game, tc_error *error)
    void tc_game_free(tc_game *game)
    int tc_players(const tc_game *game)
    size_t tc_state_size(const tc_game *game)
    size_t tc_table_size(const tc_game *game)
    const char *tc_cpu(const tc_game *game)
    uint32_t tc_move_limit(const tc_game *game)
    void tc_order(const tc_game *game, uint8_t *order)
    void tc_start(const tc_game *game, tc_state *state)
    tc_status tc_from_fen(const tc_game *game, const char *fen, tc_state *state, tc_error *error)
    size_t tc_fen(const tc_game *game, const tc_state *state, char *buffer, size_t size)
    size_t tc_board(const tc_game *game, const tc_state *state, char *buffer, size_t size)
    int tc_turn(const tc_game *game, const tc_state *state)
    uint32_t tc_ply(const tc_game *game, const tc_state *state)
    uint64_t tc_key(const tc_game *game, const tc_state *state)
    void tc_scores(const tc_game *game, const tc_state *state, int16_t *scores)
    bint tc_is_over(const tc_game *game, const tc_state *state, tc_outcome *outcome)
    bint tc_evaluate(const tc_game *game, const tc_state *state, float *values)
    uint32_t tc_count_moves(const tc_game *game, const tc_state *state)
    uint32_t tc_legal_moves(const tc_game *game, const tc_state *state, tc_move *moves)
    bint tc_is_legal(const tc_game *game, const tc_state *state, tc_move move)
    void tc_make(const tc_game *game, tc_state *state, tc_move move)
    tc_status tc_push(const tc_game *game, tc_state *state, tc_move move, tc_error *error)
    size_t tc_move_text(const tc_game *game, tc_move move, char *buffer, size_t size)
    tc_status tc_move_parse(const tc_game *game, const char *text, tc_move *move, tc_error *error)
    tc_status tc_perft(const tc_game *game, const tc_state *state, int depth, const int *stop,
                       uint64_t *nodes)
    tc_status tc_agent_new(const char *spec, tc_agent **agent, tc_error *error)
    void tc_agent_free(tc_agent *agent)
    bint tc_agent_is_timed(const tc_agent *agent)
    void tc_agent_forget(tc_agent *agent)
    tc_status tc_agent_analyse(tc_agent *agent, const tc_game *game, const tc_state *state, uint64_t seed,
                               uint64_t index, const int *stop, tc_analysis *analysis)
    tc_status tc_solve(const tc_game *game, const tc_state *state, uint64_t nodes, const int *stop,
                       float *utilities, tc_move *best)
    size_t tc_record_size(const tc_game *game)
    const tc_column *tc_record_column(const tc_game *game, size_t index)
    tc_move tc_random_move(const tc_game *game, const tc_state *state, uint64_t seed, uint64_t index,
                           uint32_t ply)
    tc_status tc_playouts(const tc_game *const *games, size_t n_games, tc_agent *const *agents,
                          uint64_t seed, uint64_t first, uint64_t n, void *records, tc_ply_sum *sums,
                          size_t n_sums, const int *stop)
