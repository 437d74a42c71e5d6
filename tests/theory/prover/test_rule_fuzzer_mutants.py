"""How many sloppy checkers the attacks notice, without knowing the broken proofs.

`attacked_checkers.json` lists, for each change of the checker's source in `sloppy_checkers.toml`,
the attack that notices it, or why none does.
"""

import json
import tomllib
from pathlib import Path
import pytest
from rule_fuzzer.checkers import changed
from rule_fuzzer.hunt import ATTACKS, hunt
from tiers import sampled

PROOFS = Path(__file__).parent / "proofs"
LISTED = json.loads((PROOFS / "attacked_checkers.json").read_text("utf-8"))
CHANGES = {
    (old, new)
    for changes in tomllib.loads((PROOFS / "sloppy_checkers.toml").read_text("utf-8")).values()
    for old, news in changes.items()
    for new in ([news] if isinstance(news, str) else news)
}
NOTICED = [(old, new, attack) for old, new, attack in LISTED["noticed"] if (old, new) in CHANGES]
NUMBER = 110
"""How many of the changes are noticed, at least."""
MOST = 6000
"""The applications until which an attack has to notice a change."""


def test_most_sloppy_checkers_are_noticed() -> None:
    assert {attack for *_, attack in NOTICED} <= set(ATTACKS)
    assert len(NOTICED) == len({(old, new) for old, new, _ in NOTICED}) >= NUMBER
    rest = LISTED["not noticed"]
    assert all(why for *_, why in rest)
    assert not {(old, new) for old, new, _ in NOTICED} & {(old, new) for old, new, _ in rest}


@pytest.mark.parametrize(
    ("old", "new", "attack"), sampled(NOTICED, 4), ids=[old[:50] for old, *_ in NOTICED]
)
def test_a_sloppy_checker_is_noticed_by_an_attack(old: str, new: str, attack: str) -> None:
    with changed(old, new) as sloppy:
        assert hunt(attack, "m", MOST, sloppy, stop_at=1).found
