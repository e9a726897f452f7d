"""Fast engine for the board games on pyramids and borderlands: Azacru, Aztec and Tabu."""

from teocalli._core import VERSION, LegalMoves, Move, termination_names
from teocalli.agents import Agent, Analysis, Choice, solve
from teocalli.azacru import Azacru
from teocalli.aztec import Aztec
from teocalli.aztec_match import AztecMatch, MatchResult
from teocalli.errors import GameError, IllegalMoveError, InvalidMoveError, PositionError
from teocalli.games import GAMES, new_game
from teocalli.layout import LayoutError
from teocalli.outcome import Outcome
from teocalli.playouts import playout, playouts
from teocalli.tabu import Tabu

__version__ = VERSION

TERMINATIONS = termination_names()
"""Words for the ways a game ends; the index of each is its code in records."""

__all__ = [
    "GAMES",
    "TERMINATIONS",
    "Agent",
    "Analysis",
    "Azacru",
    "Aztec",
    "AztecMatch",
    "Choice",
    "GameError",
    "IllegalMoveError",
    "InvalidMoveError",
    "LayoutError",
    "LegalMoves",
    "MatchResult",
    "Move",
    "Outcome",
    "PositionError",
    "Tabu",
    "__version__",
    "new_game",
    "playout",
    "playouts",
    "solve",
]
