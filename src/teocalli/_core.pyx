# cython: language_level=3, embedsignature=True, embedsignature.format=clinic, autotestdict=False
# cython: binding=False
"""Binding of the C library: arguments, memory, locks, errors; no rules.

Without ``binding`` methods are descriptors that check the type of ``self``, also when called unbound.
"""

import functools
import operator
import os
import threading

from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from teocalli.errors import GameError, IllegalMoveError, InvalidMoveError, PositionError
from teocalli.outcome import Outcome
from teocalli.work import check_seed

cdef extern from "stdlib.h" nogil:
    void *aligned_alloc(size_t alignment, size_t size)

FIRST_SUMS = 512  # plies that a batch of playouts has room for at first

VERSION = (<bytes>TC_VERSION).decode()
MAX_DEPTH = TC_MAX_DEPTH


def game_names():
    """Return the names of all games, in the library's order."""
    names = []
    while tc_game_name(len(names)) is not NULL:
        names.append((<bytes>tc_game_name(len(names))).decode())
    return tuple(names)


def termination_names():
    """Return the words for terminations; the index of each is its code in records."""
    names = []
    while tc_termination_name(len(names)) is not NULL:
        names.append((<bytes>tc_termination_name(len(names))).decode())
    return tuple(names)


cdef object KINDS = {
    TC_BAD_POSITION: PositionError, TC_BAD_MOVE: InvalidMoveError, TC_ILLEGAL_MOVE: IllegalMoveError,
    TC_OVERFLOW: OverflowError, TC_NO_MEMORY: MemoryError,
}


cdef int check(tc_status status, tc_error *error) except -1:
    if status == TC_OK:
        return 0
    raise KINDS.get(status, GameError)((<bytes>error.text).decode("ascii", "replace"))


cdef bytes c_text(object text, str what, error=GameError):
    """Encode text for C, where a zero would cut it short."""
    if not isinstance(text, str):
        raise TypeError(f"{what} must be str, not {type(text).__name__}")
    if "\0" in text:
        raise error(f"{what} {text!r:.80} contains a zero character")
    return text.encode("utf-8", "replace")


cdef class Stop:
    """A flag that ends the counts and playouts that were given it.

    The work that it ends raises ``InterruptedError``.
    """

    cdef int flag

    def set(self):
        """Raise the flag."""
        self.flag = 1


class Move(int):
    """A move: an integer that prints in the notation of its game.

    Moves are made by games (``legal_moves``, ``parse_move``) and equal their integer.

    Attributes
    ----------
    game : str
        Name of the game.
    text : str
        The notation.

    Both are None in a Move made by hand, which is no more than its integer.
    """

    game = None
    text = None

    def __str__(self):
        return self.text or int.__repr__(self)

    def __repr__(self):
        return f"Move.from_text({self.game!r}, {self.text!r})" if self.text else f"Move({int(self)})"

    def __format__(self, spec):
        return format(str(self), spec)

    def __reduce__(self):
        return (Move.from_text, (self.game, self.text)) if self.text else (Move, (int(self),))

    @staticmethod
    def from_text(game, text):
        """Return the move that ``text`` writes in the notation of the game named ``game``."""
        return move_table(game).parse(text)


cdef class MoveTable:
    """One Move object for each move of a game, made when first needed."""

    cdef Rules rules
    cdef PyObject **moves
    cdef uint32_t limit

    def __cinit__(self, str name):
        self.rules = make_rules(name, None, ())
        self.limit = tc_move_limit(self.rules.game)
        self.moves = <PyObject **>calloc(self.limit, sizeof(PyObject *))
        if self.moves is NULL:
            raise MemoryError

    cdef object get(self, tc_move move):
        if self.moves[move] is NULL:
            self.add(move)
        return <object>self.moves[move]

    cdef int add(self, tc_move move) except -1:
        cdef char text[64]
        tc_move_text(self.rules.game, move, text, sizeof(text))
        made = Move(move)
        made.game = self.rules.name
        made.text = (<bytes>text).decode()
        Py_INCREF(made)  # for as long as the process lives
        self.moves[move] = <PyObject *>made
        return 0

    cpdef object parse(self, text):
        cdef tc_error error
        cdef tc_move move
        cdef bytes encoded = c_text(text, "move", InvalidMoveError)
        check(tc_move_parse(self.rules.game, encoded, &move, &error), &error)
        return self.get(move)


move_table = functools.cache(MoveTable)


cdef class Rules:
    """A game with its players and options: what never changes while it is played.

    Attributes
    ----------
    name : str
    players : int
    options : tuple of (str, str)
        The options that were given, as text, sorted by name.
    """

    cdef tc_game *game
    cdef readonly str name
    cdef readonly int players
    cdef readonly tuple options
    cdef size_t stride  # bytes from one state of a history to the next

    def __cinit__(self, str name not None, int players, tuple options not None, bytes cpu, bytes fen=None):
        cdef tc_error error
        cdef COptions given = COptions(options)
        cdef bytes encoded = c_text(name, "game")
        cdef const char *variant = NULL if cpu is None else <const char *>cpu
        if fen is None:
            check(tc_game_new(encoded, players, given.entries, given.n, variant, &self.game, &error), &error)
        else:
            check(tc_game_from_fen(encoded, fen, given.entries, given.n, variant, &self.game, &error), &error)
        self.name = name
        self.options = options
        self.players = tc_players(self.game)
        self.stride = (tc_state_size(self.game) + TC_STATE_ALIGN - 1) // TC_STATE_ALIGN * TC_STATE_ALIGN

    def __dealloc__(self):
        tc_game_free(self.game)

    @property
    def order(self):
        """The turn order: a tuple of players."""
        cdef uint8_t order[4]
        tc_order(self.game, order)
        return tuple([order[i] for i in range(self.players)])

    @property
    def cpu(self):
        """The processor variant in use: ``baseline``, ``avx2`` or ``avx512``."""
        return (<bytes>tc_cpu(self.game)).decode()

    @property
    def state_size(self):
        """Bytes of one position."""
        return tc_state_size(self.game)

    @property
    def table_size(self):
        """Bytes of rules and tables; games of the kind may share some of them."""
        return tc_table_size(self.game)

    def record_dtype(self):
        """Return the NumPy dtype, as a dict, of one record of a playout."""
        cdef tc_record r
        cdef char *start = <char *>&r
        fields = [
            ("plies", "u4", (<char *>&r.plies) - start), ("utilities", "(4,)f4", (<char *>&r.utilities) - start),
            ("scores", "(4,)i2", (<char *>&r.scores) - start), ("order", "(4,)i1", (<char *>&r.order) - start),
            ("winners", "u1", (<char *>&r.winners) - start),
            ("termination", "u1", (<char *>&r.termination) - start),
        ]
        cdef const tc_column *column = tc_record_column(self.game, 0)
        while column is not NULL:
            kind = f"{'i' if column.is_signed else 'u'}{column.size}"
            shape = f"({column.count},)" if column.count > 1 else ""
            fields.append(((<bytes>column.name).decode(), shape + kind, column.offset))
            column = tc_record_column(self.game, len(fields) - 6)
        names, formats, offsets = zip(*fields)
        return {"names": list(names), "formats": list(formats), "offsets": list(offsets),
                "itemsize": tc_record_size(self.game)}


cdef class COptions:
    """Options as C text, alive as long as this object."""

    cdef tc_option entries[8]
    cdef size_t n
    cdef list texts

    def __cinit__(self, tuple options):
        if len(options) > 8:
            raise GameError(f"no game takes {len(options)} options")
        self.texts = []
        self.n = 0
        for name, value in options:
            encoded = c_text(name, "option name"), c_text(value, f"option {name}")
            self.texts.append(encoded)
            self.entries[self.n].name = encoded[0]
            self.entries[self.n].value = encoded[1]
            self.n += 1


cdef bytes cpu_from_environment():
    cpu = os.environ.get("TEOCALLI_CPU")
    return None if cpu is None else c_text(cpu, "TEOCALLI_CPU")


@functools.lru_cache(maxsize=64)
def cached_rules(name, players, options, cpu):
    return Rules(name, players, options, cpu)


def player_number(players):
    """Return a number of players as an int that C can hold; its range is judged there."""
    number = operator.index(players)
    if not 1 <= number <= 1000:
        raise GameError(f"players must be 2 to {TC_MAX_PLAYERS}, not {number}")
    return number


def make_rules(name, players=None, options=()):
    """Return the rules of a game.

    Parameters
    ----------
    name : str
        One of ``game_names()``.
    players : int, optional
        Number of players; None takes the game's default.
    options : tuple of (str, str)
        Option names and values as text.

    Raises
    ------
    GameError
        Naming the value and what there is.
    """
    number = 0 if players is None else player_number(players)
    return cached_rules(name, number, tuple(sorted(options)), cpu_from_environment())


cdef class LegalMoves:
    """The legal moves of a game's current position: a live view.

    ``len``, truth, ``in`` (a move, its int or its notation), iteration and ``list`` do what they do
    for a list; nothing is listed before it is needed.
    """

    cdef Game game

    def __cinit__(self, Game game not None):
        self.game = game

    def __len__(self):
        return tc_count_moves(self.game.rules.game, self.game.state)

    def __bool__(self):
        return tc_count_moves(self.game.rules.game, self.game.state) > 0

    def count(self):
        """Return the number of legal moves."""
        return len(self)

    def __iter__(self):
        return iter(self.game.list_moves())

    def __contains__(self, move):
        try:
            return tc_is_legal(self.game.rules.game, self.game.state, self.game.to_move(move))
        except (ValueError, TypeError):
            return False

    def __repr__(self):
        return f"<LegalMoves ({', '.join(map(str, self))})>"


cdef object TO_BE_FILLED = object()  # tells Game.__cinit__ that its caller sets up the position


cdef class Game:
    """A game in progress: a position, and the moves that led to it.

    The base of the games; see its subclasses for players and options.
    """

    cdef readonly Rules rules
    cdef MoveTable table
    cdef char *memory      # the states of the game, one every rules.stride bytes
    cdef size_t capacity   # states that memory has room for
    cdef size_t depth      # index of the current state
    cdef tc_state *state   # the current state
    cdef list moves
    cdef uint32_t earlier  # plies made before those that the state counts

    def __cinit__(self, *args, **kwargs):
        if not (args and args[0] is TO_BE_FILLED):
            self.set_rules(make_rules(type(self).name))

    def __init__(self, players=None, options=()):
        self.set_rules(make_rules(type(self).name, players, options))

    def __dealloc__(self):
        free(self.memory)

    # ---- memory

    cdef int set_rules(self, Rules rules) except -1:
        """Take rules and set up the start position."""
        self.reserve(rules, 4)
        self.rules = rules
        self.table = move_table(rules.name)
        self.moves = []
        self.depth = 0
        self.earlier = 0
        self.state = <tc_state *>self.memory
        tc_start(rules.game, self.state)
        return 0

    cdef int reserve(self, Rules rules, size_t states) except -1:
        """Give the history fresh memory for so many states of ``rules``; the old ones are lost."""
        cdef char *memory = <char *>aligned_alloc(TC_STATE_ALIGN, states * rules.stride)
        if memory is NULL:
            raise MemoryError
        free(self.memory)
        self.memory = memory
        self.capacity = states
        return 0

    cdef int grow(self) except -1:
        cdef size_t used = (self.depth + 1) * self.rules.stride
        cdef char *memory = <char *>aligned_alloc(TC_STATE_ALIGN, 2 * self.capacity * self.rules.stride)
        if memory is NULL:
            raise MemoryError
        memcpy(memory, self.memory, used)
        free(self.memory)
        self.memory = memory
        self.capacity *= 2
        self.state = <tc_state *>(memory + self.depth * self.rules.stride)
        return 0

    # ---- moves

    cdef list list_moves(self):
        cdef tc_move moves[TC_MAX_MOVES]
        cdef uint32_t i, n = tc_legal_moves(self.rules.game, self.state, moves)
        return [self.table.get(moves[i]) for i in range(n)]

    cdef tc_move to_move(self, move) except? 0xFFFFFFFF:
        """Read a move, its int or its notation; whether it is legal is not judged."""
        cdef uint32_t made
        if type(move) is Move and 0 <= move < self.table.limit:
            made = move
            if self.table.moves[made] is <PyObject *>move:
                return made  # the usual case: one of this game's own objects
        if isinstance(move, str):
            move = self.table.parse(move)
        elif isinstance(move, Move) and move.game not in (None, self.rules.name):
            raise IllegalMoveError(f"{move} is a move of {move.game}, not of {self.rules.name}")
        number = operator.index(move)
        if not 0 <= number < 2**32:
            raise IllegalMoveError(f"{number} is not a move of {self.rules.name}: it encodes no move")
        return number

    def parse_move(self, text):
        """Return the move that ``text`` writes; whether it is legal here is not judged.

        Raises
        ------
        InvalidMoveError
            If ``text`` is not in the notation of the game.
        """
        return self.table.parse(text)

    @property
    def legal_moves(self):
        """The legal moves: a view with ``len``, iteration and fast ``in``; empty when the game is over."""
        return LegalMoves(self)

    def push(self, move):
        """Make a move.

        Parameters
        ----------
        move : Move, int or str
            A move, its int, or its notation.

        Raises
        ------
        IllegalMoveError
            If the rules forbid it; the message names the move, the rule and the position.
        InvalidMoveError
            If a text is not in the notation.
        """
        cdef tc_move number = self.to_move(move)
        cdef tc_state *after
        if not tc_is_legal(self.rules.game, self.state, number):
            self.refuse(number)
        if self.depth + 1 == self.capacity:
            self.grow()
        after = <tc_state *>(<char *>self.state + self.rules.stride)
        memcpy(after, self.state, self.rules.stride)
        tc_make(self.rules.game, after, number)
        self.moves.append(self.table.get(number))
        self.state = after
        self.depth += 1

    cdef int refuse(self, tc_move move) except -1:
        cdef tc_error error
        tc_push(self.rules.game, self.state, move, &error)
        raise IllegalMoveError(f"{(<bytes>error.text).decode()}; position: {self.fen()}")

    def pop(self):
        """Take the last move back and return it.

        Raises
        ------
        IndexError
            If no move has been made.
        """
        if self.depth == 0:
            raise IndexError("pop from a game without moves")
        self.depth -= 1
        self.state = <tc_state *>(<char *>self.state - self.rules.stride)
        return self.moves.pop()

    def peek(self):
        """Return the last move; IndexError if no move has been made."""
        if self.depth == 0:
            raise IndexError("peek at a game without moves")
        return self.moves[-1]

    @property
    def move_stack(self):
        """The moves made so far: a new list."""
        return list(self.moves)

    def random_move(self, seed, index, ply):
        """Return the move that playout ``index`` of run ``seed`` makes at ``ply``.

        Raises
        ------
        IndexError
            If the game is over.
        """
        cdef uint64_t run = check_seed(seed), game = check_seed(index, "index")
        cdef uint32_t number = check_seed(ply, "ply", TC_PLAYOUT_PLIES)
        if self.is_game_over():
            raise IndexError("the game is over")
        return self.table.get(tc_random_move(self.rules.game, self.state, run, game, number))

    # ---- position

    @property
    def players(self):
        """Number of players."""
        return self.rules.players

    @property
    def turn(self):
        """The player to move, from 0; after the end, the one who would be next."""
        return tc_turn(self.rules.game, self.state)

    def ply(self):
        """Return the number of moves made so far, passes and bids too."""
        return tc_ply(self.rules.game, self.state) + self.earlier

    def key(self):
        """Return 64 bits made of all that decides legal moves and result; history stays out."""
        return tc_key(self.rules.game, self.state)

    def evaluate(self):
        """Estimate each player's utility from what stands on the board, without search.

        Returns
        -------
        tuple of float
            By player; they add up to 1. In a finished game, the utilities.
        """
        cdef float values[4]
        tc_evaluate(self.rules.game, self.state, values)
        return tuple([values[p] for p in range(self.rules.players)])

    def scores(self):
        """Return the score of each player as it stands; None for a player without one."""
        cdef int16_t scores[4]
        tc_scores(self.rules.game, self.state, scores)
        return tuple([None if scores[p] < 0 else scores[p] for p in range(self.rules.players)])

    def is_game_over(self):
        """Tell whether the game is over."""
        return tc_count_moves(self.rules.game, self.state) == 0

    def outcome(self):
        """Return the Outcome of a finished game, else None."""
        cdef tc_outcome outcome
        if not tc_is_over(self.rules.game, self.state, &outcome):
            return None
        return Outcome(
            winners=tuple([p for p in range(self.rules.players) if outcome.winners >> p & 1]),
            scores=self.scores(),
            utilities=tuple([outcome.utilities[p] for p in range(self.rules.players)]),
            termination=(<bytes>tc_termination_name(outcome.termination)).decode(),
            early=outcome.early,
        )

    def fen(self):
        """Return the position in one line; ``from_fen`` gives the same position back."""
        return self.text(tc_fen)

    def __str__(self):
        return self.text(tc_board)

    cdef str text(self, size_t (*write)(const tc_game *, const tc_state *, char *, size_t) noexcept nogil):
        cdef size_t length = write(self.rules.game, self.state, NULL, 0)
        cdef char *buffer = <char *>malloc(length + 1)
        if buffer is NULL:
            raise MemoryError
        try:
            write(self.rules.game, self.state, buffer, length + 1)
            return buffer[:length].decode()
        finally:
            free(buffer)

    @classmethod
    def read_fen(cls, text, options=()):
        """Make a game from a position text; ``options`` are those that a text cannot hold."""
        cdef tc_error error
        cdef bytes fen = c_text(text, "position", PositionError)
        cdef Rules rules = Rules(cls.name, 0, tuple(options), cpu_from_environment(), fen)
        cdef Game game = Game.__new__(cls, TO_BE_FILLED)
        game.set_rules(rules)
        check(tc_from_fen(rules.game, fen, game.state, &error), &error)
        return game

    # ---- copies

    def copy(self, *, stack=True):
        """Return an independent game in the same position.

        Parameters
        ----------
        stack : bool
            Keep the moves, so that the copy can ``pop`` them.
        """
        cdef Game other = Game.__new__(type(self), TO_BE_FILLED)
        cdef size_t first = 0 if stack else self.depth
        cdef size_t states = self.depth - first + 1
        other.reserve(self.rules, states + 4)
        other.rules = self.rules
        other.table = self.table
        other.moves = self.moves[first:]
        other.earlier = self.earlier
        other.depth = states - 1
        memcpy(other.memory, self.memory + first * self.rules.stride, states * self.rules.stride)
        other.state = <tc_state *>(other.memory + other.depth * self.rules.stride)
        return other

    def root(self):
        """Return the position before the first move of the stack, as a new game."""
        other = self.copy()
        while (<Game>other).depth:
            other.pop()
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        root = self.root()
        moves = [move.text for move in self.moves]
        return rebuild, (type(self), root.fen(), moves, self.text_options(), root.ply())

    def text_options(self):
        """Return the options that the position text cannot hold; a game with such options overrides this."""
        return ()

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self.fen() == other.fen()

    def __hash__(self):
        return hash((type(self).name, self.key()))

    def __repr__(self):
        return f"{type(self).__name__}.from_fen({self.fen()!r})"

    # ---- counting

    def count(self, int depth, Stop stop=None):
        """Count the move sequences of ``depth`` plies, in this thread, with the GIL released."""
        cdef uint64_t nodes
        cdef tc_status status
        cdef const int *flag = NULL if stop is None else &stop.flag
        cdef Rules rules = self.rules  # kept alive, whatever other threads do to this object
        cdef size_t stride = rules.stride
        cdef const tc_game *game = rules.game
        # a copy, for another thread may push while this one counts
        cdef tc_state *state = <tc_state *>aligned_alloc(TC_STATE_ALIGN, stride)
        if state is NULL:
            raise MemoryError
        memcpy(state, self.state, stride)
        with nogil:
            status = tc_perft(game, state, depth, flag, &nodes)
            free(state)
        if status == TC_STOPPED:
            raise InterruptedError("the count was stopped")
        if status == TC_OVERFLOW:
            raise OverflowError(f"perft({depth}) is above 2^64 - 1")
        if status != TC_OK:
            raise MemoryError if status == TC_NO_MEMORY else ValueError(f"depth {depth} is not 0 to {TC_MAX_DEPTH}")
        return nodes


def rebuild(cls, root, moves, options, ply):
    """Make a game again from what pickle keeps: the root position, its ply, and the moves."""
    cdef Game game = cls.read_fen(root, options)
    game.earlier = ply - game.ply()
    for move in moves:
        game.push(move)
    return game


cdef class Thinker:
    """An agent's spec and memory. Calls from several threads wait for each other.

    Parameters
    ----------
    spec : str

    Raises
    ------
    GameError
        Naming the part that makes no sense, and what there is.
    """

    cdef tc_agent *agent
    cdef readonly str spec
    cdef Rules rules  # of the game that it thought about last: its memory points there
    cdef object lock

    def __cinit__(self, spec):
        cdef tc_error error
        check(tc_agent_new(c_text(spec, "agent"), &self.agent, &error), &error)
        self.spec = spec
        self.lock = threading.Lock()

    def __dealloc__(self):
        tc_agent_free(self.agent)

    @property
    def is_timed(self):
        """Whether the budget is time, so that moves cannot be reproduced."""
        return tc_agent_is_timed(self.agent)

    def forget(self):
        """Drop what is kept from earlier positions."""
        with self.lock:
            tc_agent_forget(self.agent)

    def analyse(self, Game game not None, uint64_t seed, uint64_t index, Stop stop=None):
        """Think about a position, in this thread, with the GIL released.

        Returns
        -------
        best : Move
        values : tuple of float
        exact : bool
        depth, nodes : int
        line : tuple of Move
        choices : tuple of (Move, int, tuple of float)
            Each legal move, with visits and values.

        Raises
        ------
        IndexError
            If the game is over.
        GameError
            In an auction, unless the agent is ``random``.
        """
        with self.lock:
            return self.think(game.copy(stack=False), seed, index, stop)

    cdef object think(self, Game game, uint64_t seed, uint64_t index, Stop stop):
        cdef const int *flag = NULL if stop is None else &stop.flag
        cdef tc_status status
        if game.is_game_over():
            raise IndexError("the game is over")
        cdef tc_analysis *found = <tc_analysis *>malloc(sizeof(tc_analysis))
        if found is NULL:
            raise MemoryError
        try:
            if self.rules is not game.rules:
                tc_agent_forget(self.agent)
            self.rules = game.rules
            with nogil:
                status = tc_agent_analyse(self.agent, game.rules.game, game.state, seed, index, flag, found)
            if status == TC_BAD_ARGUMENT:
                raise GameError(f"the agent {self.spec!r} does not bid (AX-12): start with a barrier, or let "
                                "'random' bid")
            if status == TC_STOPPED:
                raise InterruptedError("the search was stopped")
            if status != TC_OK:
                raise MemoryError
            return read_analysis(game, found)
        finally:
            free(found)


cdef object read_analysis(Game game, const tc_analysis *found):
    cdef uint32_t i
    choices = [
        (game.table.get(found.choices[i].move), found.choices[i].visits,
         read_values(found.choices[i].values, game.rules.players))
        for i in range(found.n_choices)
    ]
    line = tuple([game.table.get(found.line[i]) for i in range(found.n_line)])
    values = read_values(found.values, game.rules.players)
    return choices[found.best][0], values, found.exact, found.depth, found.nodes, line, tuple(choices)


cdef tuple read_values(const float *values, int players):
    return tuple([values[p] for p in range(players)])


def solve(Game game not None, uint64_t nodes, Stop stop=None):
    """Return the utilities of a two-player game under best play, and a best move or None.

    Raises
    ------
    GameError
        If the game is not for two, or it takes more positions than ``nodes``.
    """
    cdef float utilities[4]
    cdef tc_move best = 0
    cdef tc_status status
    cdef const int *flag = NULL if stop is None else &stop.flag
    cdef Game copy = game.copy(stack=False)  # another thread may push while this one thinks
    with nogil:
        status = tc_solve(copy.rules.game, copy.state, nodes, flag, utilities, &best)
    if status == TC_BAD_PLAYERS:
        raise GameError(f"only games of two players are solved, not of {copy.players}")
    if status == TC_NO_ROOM:
        raise GameError(f"to solve this position takes more than {nodes} positions")
    if status == TC_STOPPED:
        raise InterruptedError("the search was stopped")
    if status != TC_OK:
        raise MemoryError
    return read_values(utilities, 2), None if copy.is_game_over() else copy.table.get(best)


cdef class Seats:
    """One agent a player, with memory of their own; none at all if every player plays at random."""

    cdef tc_agent *agents[4]
    cdef bint needed

    def __cinit__(self, tuple specs):
        cdef tc_error error
        if len(specs) > 4:
            raise GameError(f"{len(specs)} agents are more than any game seats")
        self.needed = any(spec != "random" for spec in specs)
        for i, spec in enumerate(specs):
            check(tc_agent_new(c_text(spec, "agent"), &self.agents[i], &error), &error)

    def __dealloc__(self):
        cdef int i
        for i in range(4):
            tc_agent_free(self.agents[i])


def play(rules, tuple agents not None, uint64_t seed, uint64_t first, unsigned char[::1] records not None,
         bint by_ply, Stop stop):
    """Play consecutive games of a run, in this thread, with the GIL released.

    Parameters
    ----------
    rules : sequence of Rules
        Variants of one game; game ``i`` uses ``rules[i % len(rules)]``.
    agents : tuple of str
        One spec a player.
    seed, first : int
        The run, and the index of its first game to play.
    records : writable bytes, C-contiguous
        As many whole records as there are games to play.
    by_ply : bool
        Also sum over the games.
    stop : Stop or None

    Returns
    -------
    bytes
        Pairs of uint64 by ply, (positions, legal moves), up to the longest game; empty without ``by_ply``.
    """
    rules = tuple(rules)  # kept alive, whatever other threads do to the caller's list
    cdef size_t n_rules = len(rules), n_sums = FIRST_SUMS if by_ply else 0
    cdef const tc_game **games = <const tc_game **>malloc(n_rules * sizeof(tc_game *))
    cdef tc_ply_sum *sums = NULL
    cdef size_t size = tc_record_size((<Rules?>rules[0]).game)
    cdef uint64_t n = records.shape[0] // size
    cdef void *out = <void *>&records[0] if n > 0 else NULL
    cdef const int *flag = NULL if stop is None else &stop.flag
    cdef tc_status status = TC_NO_ROOM
    cdef Seats seats = Seats(agents)
    cdef tc_agent *const *seated = seats.agents if seats.needed else NULL
    if games is NULL:
        raise MemoryError
    try:
        for i in range(n_rules):
            if (<Rules?>rules[i]).name != rules[0].name:
                raise GameError("the games of a run are variants of one game")
            if len(agents) != rules[i].players:
                raise GameError(f"{len(agents)} agents for {rules[i].players} players")
            games[i] = (<Rules>rules[i]).game
        while status == TC_NO_ROOM:
            free(sums)
            sums = <tc_ply_sum *>calloc(n_sums, sizeof(tc_ply_sum)) if by_ply else NULL
            if by_ply and sums is NULL:
                raise MemoryError
            with nogil:
                status = tc_playouts(games, n_rules, seated, seed, first, n, out, sums, n_sums, flag)
            n_sums *= 4 if status == TC_NO_ROOM else 1
        if status == TC_STOPPED:
            raise InterruptedError("the playouts were stopped")
        if status == TC_BAD_ARGUMENT:
            raise GameError("only 'random' bids in an auction (AX-12): give a barrier")
        if status != TC_OK:
            raise MemoryError
        while n_sums > 0 and sums[n_sums - 1].positions == 0:
            n_sums -= 1
        return (<char *>sums)[:n_sums * sizeof(tc_ply_sum)] if by_ply else b""
    finally:
        free(games)
        free(sums)
