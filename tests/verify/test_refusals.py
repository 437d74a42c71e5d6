"""What the library refuses, it refuses with one sentence: the calls stand in `refusals.toml`."""

import ast
import importlib
import math
import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
import numpy as np
import pytest
from banditproof.algorithms.interfaces.alphabet import NotAnArm

TABLE = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text(encoding="utf-8"))
NUMBERS = {"Fraction": Fraction, "math": math, "np": np}


def rows() -> Iterator[object]:
    """The modules, the call and the sentence of each row."""
    for topic, calls in TABLE.items():
        modules = calls.pop("from")
        for call, sentence in calls.items():
            yield pytest.param(modules, call, sentence, id=f"{topic}: {call}")


@pytest.mark.parametrize(("modules", "call", "sentence"), list(rows()))
def test_a_call_is_refused_with_one_sentence(modules: list[str], call: str, sentence: str) -> None:
    expression = ast.parse(call, mode="eval")
    names = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
    scope: dict[str, object] = dict(NUMBERS)
    for module in map(importlib.import_module, modules):
        scope |= {name: getattr(module, name) for name in names if hasattr(module, name)}
    kind, words = re.fullmatch(r"(?:(\w+): )?(.*)", sentence).groups()
    with pytest.raises((ValueError, ArithmeticError, NotAnArm)) as refusal:
        eval(compile(expression, call, "eval"), scope)
    assert (kind or "ValueError") in [ancestor.__name__ for ancestor in refusal.type.__mro__]
    message = str(refusal.value)
    assert re.search(".*".join(map(re.escape, words.split(" … "))), message)
    # what the code of a user raised ends as it does, and no arm is an answer without words
    assert message.endswith(".") or " raised " in message or not words
