"""What the proof of a claim leaves open, without running a program of its folder."""

from __future__ import annotations
from functools import cache
from ..text.locating import written_proof
from .judge import Judge
from .kinds_of_hypotheses import Label


@cache
def _reader() -> Judge:
    return Judge(programs=False)


def left_open(id: str) -> tuple[Label, ...]:
    """The hypotheses of the theorems of all steps that state a claim, in the order of their places.

    >>> [str(label) for label in left_open("zcdp.tab1.footnote")]
    ['range of T: zcdp.tab1.footnote', 'range of d: zcdp.tab1.footnote']
    """
    judged = _reader().of(written_proof(id))
    found = dict.fromkeys(one for number in judged.stated for one in judged.left_open(number))
    return tuple(sorted(found, key=lambda label: (label.of != id, label.of, label.step)))
