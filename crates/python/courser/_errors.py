"""The exceptions of the module: each has a message and a hint, the cure."""


class Error(Exception):
    """The base of all exceptions of this module."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\nhint: {self.hint}"


class InputError(Error, ValueError):
    """The input is wrong; so is a tour that the judge refuses."""


class NoTour(Error):
    """The tour does not exist: the message names the theorem, or the argument, that rules it out."""


class NotFound(Error):
    """The method that was asked for found nothing. There may be a tour."""


class LimitReached(Error, TimeoutError):
    """The time limit ended the work before the answer was known."""


class TooLarge(Error, MemoryError):
    """The work takes more memory than there is."""


class MachineError(Error, RuntimeError):
    """The machine failed: a graphics adapter that does not exist or does not answer, for example."""
