"""The exceptions of the module: each has a message and a hint."""


class Error(Exception):
    """The base of all exceptions of this module."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\nhint: {self.hint}"


class InputError(Error, ValueError):
    """The input is invalid, or is not a tour."""


class NoTour(Error):
    """The tour does not exist: the message names the theorem, or the argument, that rules it out."""


class NotFound(Error):
    """The requested method found nothing. A tour may exist."""


class LimitReached(Error, TimeoutError):
    """The time limit was reached before the result was known."""


class TooLarge(Error, MemoryError):
    """The work needs more memory than is available."""


class MachineError(Error, RuntimeError):
    """The machine failed: a graphics adapter that does not exist or does not answer, for example."""
