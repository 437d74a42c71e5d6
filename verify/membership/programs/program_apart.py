"""A program of a user in a separate process, so that its code cannot change what judges it.

The process has files as its user has them, and reaches no other process, as far as the system has a
sandbox. It gets data, numbers and a generator, and answers with arrays; what it prints is not
shown.
"""

import base64
import inspect
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any
import numpy as np
from banditproof.algorithms.apart.messages import BrokenMessage, Pipe, one_line
from banditproof.algorithms.apart.sandbox import before_a_program
from banditproof.algorithms.apart.scratch_process import begun
from banditproof.algorithms.membership.row_laws.row_law import Floats
from .called_program import Program

PART, MOST_NUMBERS = 1 << 17, 10**8
"""The numbers of an array in one message, and in all of them."""
PLAIN = (bool, int, float, str, type(None))


@contextmanager
def program_apart(name: str) -> Iterator[Program]:
    """What MODULE:FUNCTION names, in a process that alone imports the module.

    >>> with program_apart("statistics:fmean") as program:
    ...     program.default("weights"), program(np.array([1.0, 2.0]))
    (None, array(1.5))
    """
    if not hasattr(os, "fork"):
        yield Program.named(name)
        return
    there = begun(lambda pipe, sandbox: _answers(pipe, name), before_a_program)
    try:
        yield _ProgramApart(name, there.pipe)
    finally:
        there.close()


class _ProgramApart(Program):
    """A program whose calls are messages to another process."""

    def __init__(self, name: str, pipe: Pipe) -> None:
        super().__init__(name, len)
        self.pipe = pipe
        known = self._received().get("parameters")
        self.known: dict[str, Any] = known if isinstance(known, dict) else {}

    @property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """The parameters that the process names."""
        kind = inspect.Parameter.KEYWORD_ONLY
        return {
            name: inspect.Parameter(name, kind, default=default)
            for name, default in self.known.items()
            if name.isidentifier()
        }

    def _returned(self, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
        """What the function returns for a table, numbers and perhaps a generator."""
        data, *more = arguments
        chance = _state_of(more.pop()) if more and not isinstance(more[-1], float) else None
        try:
            _send_array(self.pipe, np.asarray(data, np.float64))
            self.pipe.send({"numbers": more, "chance": chance, "named": dict(named)})
        except BrokenMessage:
            raise self._ended() from None
        try:
            return _array(self._received)
        except (KeyError, TypeError, ValueError) as broken:
            if isinstance(broken, _Said):
                raise
            raise ValueError(f"The process of {self.name} returned what is no array.") from None

    def _received(self) -> dict[str, Any]:
        try:
            said = self.pipe.receive()
        except BrokenMessage:
            raise self._ended() from None
        if "raised" in said:
            raise _Said(one_line(said["raised"]))
        return said

    def _ended(self) -> ValueError:
        return _Said(f"The process of {self.name} ended without an answer.")


class _Said(ValueError):
    """A sentence about the program, and not about its messages."""


def _answers(pipe: Pipe, name: str) -> None:
    """Import the program, and answer calls of it until the other end is closed."""
    with suppress(OSError):  # the working directory may be gone
        sys.path.insert(0, os.getcwd())  # the module may import others when it is called
    with suppress(BrokenMessage):
        try:
            program = Program.named(name)
        except ValueError as failure:
            pipe.send({"raised": str(failure)})
            return
        defaults = {key: program.default(key) for key in program.parameters}
        pipe.send({"parameters": {key: _plain(value) for key, value in defaults.items()}})
        while True:
            data, rest = _array(pipe.receive), pipe.receive()
            program.options = rest["named"]
            chance = [] if rest["chance"] is None else [_generator_of(rest["chance"])]
            try:
                result = program(data, *rest["numbers"], *chance)
            except ValueError as failure:
                pipe.send({"raised": str(failure)})
            else:
                _send_array(pipe, result)


def _plain(value: Any) -> Any:
    """A default as a message has it; one that is no plain finite value is a text."""
    infinite = isinstance(value, float) and not math.isfinite(value)
    return value if isinstance(value, PLAIN) and not infinite else str(value)


def _send_array(pipe: Pipe, numbers: Floats) -> None:
    flat = np.ravel(numbers)
    pipe.send({"shape": list(numbers.shape)})
    for begin in range(0, flat.size, PART):
        part = np.ascontiguousarray(flat[begin : begin + PART], "<f8")
        pipe.send({"part": base64.b64encode(part.tobytes()).decode()})


def _array(receive: Callable[[], dict[str, Any]]) -> Floats:
    """The array of some messages; a ValueError if it is none."""
    shape = receive()["shape"]
    if not all(type(length) is int and length >= 0 for length in shape):
        raise ValueError(shape)
    size = math.prod(shape)
    if size > MOST_NUMBERS:
        raise ValueError(size)
    parts: list[Floats] = []
    while sum(part.size for part in parts) < size:
        part = np.frombuffer(base64.b64decode(receive()["part"]), "<f8")
        if not part.size:
            raise ValueError("an empty part")
        parts.append(part)
    return np.concatenate([*parts, np.empty(0)]).reshape(shape)


def _state_of(rng: np.random.Generator) -> dict[str, Any]:
    """A generator in plain values: its seed, from which others are spawned, and its state."""
    seed: Any = rng.bit_generator.seed_seq
    return {
        "entropy": seed.entropy,
        "spawn_key": list(seed.spawn_key),
        "spawned": seed.n_children_spawned,
        "state": rng.bit_generator.state,
    }


def _generator_of(chance: Mapping[str, Any]) -> np.random.Generator:
    seed = np.random.SeedSequence(
        chance["entropy"],
        spawn_key=tuple(chance["spawn_key"]),
        n_children_spawned=chance["spawned"],
    )
    bits = np.random.PCG64(seed)
    bits.state = chance["state"]
    return np.random.Generator(bits)
