"""What an object holds out of sight is found without asking it, and a shape tells what changed."""

from dataclasses import dataclass, field
import numpy as np
from banditproof.verify.object_graph import held_by, shape_of


def looks(*given):
    """Some code."""


class DictLiar:
    def __init__(self):
        self.code = looks

    __dict__ = property(lambda self: {})


class Slots:
    __slots__ = ("code",)

    def __init__(self):
        self.code = looks


class TupleClass(tuple):
    __slots__ = ()

    def __iter__(self):
        return iter(())


def _structured():
    result = np.empty(1, dtype=[("code", object)])
    result[0]["code"] = looks
    return result


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
