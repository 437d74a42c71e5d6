"""What cannot be made or run is refused in one sentence: the calls of the tables in `mistakes`.

Beside a call stands a part of its sentence, where ` ... ` is for any words.
"""

import importlib
import math
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
import numpy as np
import pytest
from banditproof import algorithms, theory
from banditproof.algorithms import (
    PolicyFailed,
    RewardList,
    Silent,
    make_policy,
    play,
    play_apart,
    simulate,
)
from banditproof.theory import BernoulliBandit, batch_schedule, mechanisms, phase_lengths

TABLES = {
    f"{file.stem}: {topic}": table
    for file in sorted((Path(__file__).parent / "mistakes").glob("*.toml"))
    for topic, table in tomllib.loads(file.read_text(encoding="utf-8")).items()
}
CALLS = [
    pytest.param(topic, call, sentence, id=call)
    for topic, table in TABLES.items()
    for call, sentence in table.items()
    if call != "names"
]


@cache
def public_names() -> dict[str, object]:
    """What a call may use: the public names of all modules of the room, and a few of theory."""
    names: dict[str, object] = {"np": np, "math": math, "Fraction": Fraction}
    names |= {"partial": partial, "replace": replace}
    for module in (theory, batch_schedule, mechanisms, phase_lengths, *modules_of_the_room()):
        public = getattr(module, "__all__", None) or vars(module)
        names |= {name: getattr(module, name) for name in public if not name.startswith("_")}
    return names


def modules_of_the_room() -> Iterator[object]:
    for module in pkgutil.walk_packages(algorithms.__path__, "banditproof.algorithms."):
        if not module.ispkg and not module.name.endswith("_kernels"):
            yield importlib.import_module(module.name)


@cache
def names_of(topic: str) -> dict[str, object]:
    """The public names, and the objects that the table of a topic names, each in its turn."""
    names = dict(public_names())
    for name, expression in TABLES[topic].get("names", {}).items():
        names[name] = eval(expression, names)
    return names


@pytest.mark.parametrize(("topic", "call", "sentence"), CALLS)
def test_a_mistake_is_answered_in_one_sentence(
    topic: str, call: str, sentence: str, tmp_path: Path
) -> None:
    def file(content: str) -> Path:
        (tmp_path / "read").write_bytes(content.encode("utf-8", "surrogateescape"))
        return tmp_path / "read"

    expected = ".*".join(map(re.escape, sentence.split(" ... ")))
    with np.errstate(over="ignore"), pytest.raises(ValueError, match=expected) as refused:
        eval(call, names_of(topic) | {"file": file, "folder": tmp_path})
    assert re.fullmatch(r".*[.?]", str(refused.value))


@pytest.mark.parametrize("thing", [None, True, 0.5, b"dp-imed", (0.8, 0.6)])
def test_what_is_no_policy_or_no_bandit_is_named(thing) -> None:
    with pytest.raises(TypeError, match=r"^The policy is .*\.$"):
        simulate(thing, BernoulliBandit((0.8, 0.6)), 100, 5, 0)
    with pytest.raises(
        TypeError, match=r"^The policy is .*; give one such as make_policy\(.*\)\.$"
    ):
        play(thing, RewardList([1, 0]), 2, Silent())
    with pytest.raises(TypeError, match=r"^The bandit is .*\.$"):
        simulate(make_policy("ucb", 2, horizon=100), thing, 100, 5, 0)


def test_the_name_of_a_policy_is_no_policy_apart() -> None:
    with pytest.raises(TypeError, match=r"give one such as make_policy\('dp-imed', arms=2, eps=1"):
        play("dp-imed", RewardList([1, 0]), 2, Silent())
    with pytest.raises(PolicyFailed, match=r"make_policy\('dp-imed', arms=2, eps=1\)\.$"):
        play_apart("dp-imed", RewardList([1, 0]), 2, rng=1)
