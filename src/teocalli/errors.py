"""Exceptions. All are ``ValueError``, so that callers need to know only that one."""


class GameError(ValueError):
    """An unknown game, a wrong number of players, or an option that the game does not take."""


class PositionError(ValueError):
    """A position text that makes no sense."""


class InvalidMoveError(ValueError):
    """A move text that is not in the game's notation."""


class IllegalMoveError(ValueError):
    """A move that the rules forbid in the position."""
