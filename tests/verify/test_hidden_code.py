"""Whatever an object holds out of sight is read, and what cannot be read is a reason."""

import collections
import enum
import functools
import itertools
import math
import operator
import random
import sys
import types
from dataclasses import dataclass, field
from decimal import Context, setcontext
from fractions import Fraction
from heapq import heappush
import numpy as np
import pytest
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.audit import audit
from banditproof.verify.audit.plain_code import not_plain
from banditproof.verify.definitions.identification import FiniteIdentification
from banditproof.verify.mutants.hidden_code import WAYS, asking, counts, looks
from banditproof.verify.mutants.noisy_race import NoisyRace
from banditproof.verify.object_graph import held_by, shape_of


@pytest.mark.parametrize("way", WAYS)
def test_code_that_an_object_holds_is_read_and_its_plain_twin_is_no_reason(way):
    assert not_plain([asking(way, looks)])
    reasons = ("compiled", "the class", "a function of numpy", "a generic", "a default")
    if any(reason in way for reason in reasons):
        return  # what they are is a reason by itself
    assert not_plain([asking(way, counts)]) == []


class Liar:
    __class__ = np.float64  # type: ignore[assignment]

    def __call__(self):
        return looks()


class DictLiar:
    def __init__(self):
        self.code = looks

    __dict__ = property(lambda self: {})


class _Equal(type):
    def __eq__(cls, other):
        return True

    def __hash__(cls):
        return hash(int)


class EqualClass(metaclass=_Equal):
    def __call__(self):
        return looks()


def _named(name, **names):
    return type(name, (), {"__call__": lambda self: looks(), **names})()


class Slots:
    __slots__ = ("code",)

    def __init__(self):
        self.code = looks


class TupleClass(tuple):
    __slots__ = ()

    def __iter__(self):
        return iter(())


class Kind(enum.Enum):
    ONE = TupleClass((looks,))


class Sly(int):
    def __mul__(self, other):
        return int(looks())


def _fraction():
    made = Fraction(1, 2)
    made._numerator = Sly(1)
    return made


def _cached():
    def code(*given):
        return looks()

    code.__module__ = "math"
    return functools.lru_cache(code)


def _structured():
    result = np.empty(1, dtype=[("code", object)])
    result[0]["code"] = looks
    return result


class Buffer(bytearray):
    def code(self):
        return looks()


@dataclass
class Made:
    value: float = 0.0


Made.__init__.__defaults__ = (looks,)
Pair = collections.namedtuple("Pair", "code", defaults=(0,))
Pair.__new__.__defaults__ = (looks,)
HIDING = {
    "says it is a number": Liar(),
    "hides its fields": DictLiar(),
    "its class equals all": EqualClass(),
    "a class named as one in C": _named("method_descriptor", __module__="math"),
    "a class named as abc's": type("HasData", (), {"_abc_impl": _named("_abc_data")})(),
    "defaults of fields": type("HasDefaults", (), {"_field_defaults": (looks,)})(),
    "slots": Slots(),
    "a float with methods": type("FloatClass", (np.float64,), {"__call__": lambda self: looks()})(
        1
    ),
    "a property of its own class": type(
        "HasProperty", (), {"code": type("PropertyClass", (property,), {})(looks)}
    )(),
    "a tuple that hides its things": TupleClass((looks,)),
    "the value of an enum": Kind.ONE,
    "a fraction of sly integers": _fraction(),
    "a cache that names another module": _cached(),
    "a structured array": _structured(),
    "a structured scalar": _structured()[0],
    "metadata of a data type": np.dtype("f8", metadata={"code": looks}),
    "the base of an array": np.frombuffer(Buffer(16)),
    "an ordered dictionary": collections.OrderedDict(code=looks),
    "a comparison": functools.cmp_to_key(lambda a, b: int(looks())),
    "iterators": itertools.chain(itertools.repeat(looks)),
    "an array's iterator": np.array([looks], dtype=object).flat,
    "a method of a list": [looks].__getitem__,
    "defaults of a made method": Made,
    "defaults of a named tuple": Pair,
}


@pytest.mark.parametrize("name", HIDING)
def test_there_is_no_place_to_hide_code(name):
    held = HIDING[name]
    assert not_plain([held])
    assert not_plain([lambda: held])


def test_a_module_that_answers_every_name_is_not_plain(monkeypatch):
    asks = {lambda: math.planted(): math, lambda: random.planted(): random}
    assert not_plain(asks) == []
    monkeypatch.setattr(math, "__getattr__", lambda name: looks, raising=False)
    assert not_plain([next(iter(asks))])
    monkeypatch.undo()

    class Module(types.ModuleType):
        def __getattr__(self, name):
            return looks

    made = Module("bisect")
    monkeypatch.setitem(sys.modules, "bisect", made)
    assert not_plain([lambda: made.code()])


PLAIN = {
    "a queue of numbers": collections.deque([1.0, 2.0]),
    "a dictionary with a default": collections.defaultdict(float, {1: 0.1}),
    "a partial function": functools.partial(lambda a, b: a * b, 2.0),
    "fractions in an array": np.array([Fraction(1, 2), 3], dtype=object),
    "a polynomial": np.polynomial.Polynomial([1.0, 2.0]),
    "an item": operator.itemgetter(2),
    "a scalar": np.float64(0.5),
    "an array": np.linspace(0, 1, 3),
    "functions of numpy": (np.maximum, np.vectorize(counts)),
    "a law": Laplace(2),
    "an enum": enum.Enum("Colour", "RED BLUE")["RED"],
    "a named tuple": collections.namedtuple("Two", "a b", defaults=(1,))(2),
}


@pytest.mark.parametrize("name", PLAIN)
def test_what_holds_numbers_and_plain_functions_is_plain(name):
    held = PLAIN[name]
    assert not_plain([held, lambda: held]) == []


@pytest.mark.parametrize("name", ["a queue of numbers", "fractions in an array", "an item"])
def test_a_stop_that_uses_them_holds(name):
    held = PLAIN[name]

    class Weighted(NoisyRace):
        weight = staticmethod(held) if callable(held) else held

        def width(self, arm):
            weight = self.weight(arm) if callable(held) else float(self.weight[0])
            return super().width(arm) + abs(weight)

    assert audit(Weighted(), 1, samples=5).verdict == "holds"


LIST: list[float] = []
COUNTER = itertools.count()
DEFAULTS = collections.defaultdict(float)
ARRAY = np.zeros(1)
GENERATOR = np.random.default_rng(1)


def _counting():
    calls = 0

    def recommend(history):
        nonlocal calls
        calls += 1
        return (1, 0) if calls % 2 else (0, 1)

    return recommend


def _in_place(history):
    box = LIST
    box += [1.0]
    return (1, 0)


MEMORIES = {
    "an outer variable": _counting(),
    "a global generator": lambda history: (1, 0) if random.random() < 2 else (0, 1),
    "a generator": lambda history: (1, 0) if GENERATOR.random() < 2 else (0, 1),
    "a setting": lambda history: setcontext(Context(prec=5)) or (1, 0),
    "a count": lambda history: (1, 0) if next(COUNTER) >= 0 else (0, 1),
    "a change in place": _in_place,
    "a heap": lambda history: heappush(LIST, 1.0) or (1, 0),
    "a default that is made": lambda history: (1, 0) if DEFAULTS[len(DEFAULTS)] == 0 else (0, 1),
    "an array for the result": lambda history: (1, 0) * len(np.add([1], [1], out=ARRAY)),
}


@pytest.mark.parametrize("name", MEMORIES)
def test_a_strategy_with_a_memory_is_judged_by_what_it_answers(name):
    def sample(history):
        return (0, 0, 1) if len(history) == 1 else (1, 0, 0)

    def constant(history):
        return (1, 0)

    assert not_plain([MEMORIES[name]]) == []
    assert not_plain([MEMORIES[name]], memory=False)
    assert audit(FiniteIdentification(2, 1, sample, constant), 1).verdict == "holds"
    result = audit(FiniteIdentification(2, 1, sample, MEMORIES[name]), 1)
    # what always answers the same has a table, whatever it does beside
    assert result.verdict == ("not refuted" if name == "an outer variable" else "holds")


def test_what_is_held_is_found_without_asking_the_object():
    assert held_by(TupleClass((1, looks))) in ([1, looks], [looks, 1])
    assert held_by(DictLiar()) is not None
    assert looks in held_by(Slots())
    assert held_by(_structured()) is None
    assert held_by(np.array([looks, 1], dtype=object)) == [looks, 1]


@dataclass(eq=False)
class Box:
    kept: list[float] = field(default_factory=list)


def test_a_shape_tells_what_changed():
    box, cycle = Box(), []
    cycle.append(cycle)
    pairs = [
        (box, lambda: box.kept.append(1.0)),
        ((1, {"a": box}), lambda: box.kept.append(2.0)),
        (np.zeros(2), lambda: None),
    ]
    for thing, change in pairs[:2]:
        before = shape_of(thing)
        assert before == shape_of(thing)
        change()
        assert before != shape_of(thing)
    array = np.zeros(2)
    before = shape_of((array,))
    array[0] = 1
    assert before != shape_of((array,))
    assert shape_of(cycle) == shape_of(cycle)
    assert shape_of(1) != shape_of(True)
    assert shape_of(array.flat) is None
