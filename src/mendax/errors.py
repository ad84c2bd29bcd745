"""What can be wrong with an input, as a small tree of ValueErrors.

    MendaxError
    ├── VariantError      a game string that names no game
    ├── NotationError     text that is not a history, a bid or a sequence
    ├── IllegalAction     well-formed, but not allowed at this point of this game
    ├── UnsupportedGame   a game this algorithm does not handle
    ├── GameLawError      arrays that break a law every game obeys
    └── StoreError        a file that is not, or is no longer, a solution

Every message says in one line what was given and what is allowed.
"""


class MendaxError(ValueError):
    """Base of all errors caused by an input."""


class VariantError(MendaxError):
    """A game string that names no game."""


class NotationError(MendaxError):
    """Text that is not a history, a bid or a sequence."""


class IllegalAction(MendaxError):
    """A well-formed action that is not allowed here."""


class UnsupportedGame(MendaxError):
    """A game this algorithm does not handle."""


class GameLawError(MendaxError):
    """Arrays that break a law every game obeys."""


class StoreError(MendaxError):
    """A file that is not, or is no longer, a solution."""
