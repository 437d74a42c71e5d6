"""What a command says when it cannot go on: one sentence and an exit code for each exception."""

import errno
import sys
from typing import NamedTuple

WRONG_USE = 2
PIPE_CLOSED = 141
OUR_FAULT = 70
"""The exit code of an error in this program, which no command line should reach."""
NO_MEMORY = "There is not enough memory for this; ask for less, or for fewer workers."
NO_ROOM_FOR_A_LIBRARY = ("failed to map segment", "annot allocate memory")
NO_THREAD = "can't start new thread"
TOO_MANY = (
    "The system starts no more threads or processes, perhaps for lack of memory; "
    "try it with --workers 1, or with more memory."
)
TOO_LONG = (
    f"A number of the answer has more than {sys.get_int_max_str_digits()} digits, which are not "
    "written out; give less extreme numbers, or leave out --json."
)
LOST = {errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT}
"""The errors of a file that can be opened and not be written."""


class Failure(NamedTuple):
    """A sentence for standard error, if there is anything to say, and the exit code."""

    sentence: str
    code: int


def failure(error: BaseException) -> Failure:
    """What is said of an exception.

    >>> failure(ValueError("epsilon is 0; give a number > 0."))
    Failure(sentence='epsilon is 0; give a number > 0.', code=2)
    >>> failure(BrokenPipeError()).code
    141
    """
    if isinstance(error, SystemExit):
        return _stopped(error)
    if isinstance(error, BrokenPipeError):
        return Failure("", PIPE_CLOSED)
    sentence = NO_MEMORY if _lacks_memory(error) else _usage(error)
    if sentence is not None:
        return Failure(_full(sentence), WRONG_USE)
    kind, where = type(error).__name__, _place(error)
    return Failure(
        _full(f"An error in this program: {kind}{where}: {error}")
        + " Please report it with the command line.",
        OUR_FAULT,
    )


def _stopped(error: SystemExit) -> Failure:
    if isinstance(error.__context__, BrokenPipeError):
        return Failure("", PIPE_CLOSED)
    if error.code is None or isinstance(error.code, int):
        return Failure("", error.code or 0)
    return Failure(str(error.code), 1)


def _lacks_memory(error: BaseException | None) -> bool:
    """Whether an error says that the memory did not suffice, perhaps for loading a library."""
    while error is not None:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            error.__traceback__ = None  # the frames, which hold what was computed
            return True
        # a worker's error has no context, but a cause with the text of its traceback
        of_a_library = isinstance(error, ImportError | OSError)
        if (of_a_library or type(error).__name__ == "_RemoteTraceback") and any(
            said in str(error) for said in NO_ROOM_FOR_A_LIBRARY
        ):
            return True
        error = error.__cause__ or error.__context__
    return False


def _usage(error: BaseException) -> str | None:
    """What is asked too much, or is not there; None if the program is wrong."""
    if isinstance(error, UnicodeError):
        return f"What was given is not text in UTF-8 ({error})."
    if isinstance(error, ValueError):
        return TOO_LONG if "set_int_max_str_digits" in str(error) else str(error)
    if isinstance(error, BlockingIOError) or str(error) == NO_THREAD:
        return TOO_MANY
    if isinstance(error, OSError):
        if error.filename is None and error.errno in LOST:
            return f"The output cannot be written: {error.strerror}."
        where = f" {error.filename}" if error.filename else ""
        return f"The file{where} cannot be used: {error.strerror or error}."
    if isinstance(error, RecursionError):
        return "What was given is nested too deeply; give it in a simpler form."
    if isinstance(error, OverflowError):
        return f"A number is beyond the range of this computation ({error}); give one nearer to 1."
    if isinstance(error, ImportError):
        return (
            f"A package cannot be imported: {error}; install banditproof again with what it needs."
        )
    executors = sys.modules.get("concurrent.futures")
    if executors is not None and isinstance(error, executors.BrokenExecutor):
        return (
            "A worker process was ended from outside, perhaps for lack of memory; "
            "try it with --workers 1."
        )
    return None


def _full(sentence: str) -> str:
    """A sentence with its end."""
    ended = sentence.rstrip()
    return ended if ended.endswith((".", "?", "!")) else f"{ended}."


def _place(error: BaseException) -> str:
    """The file and the line where an exception was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    name = trace.tb_frame.f_code.co_filename.rpartition("/")[2]
    return f" in {name}, line {trace.tb_lineno}"
