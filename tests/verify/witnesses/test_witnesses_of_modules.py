"""A witness about a module is checked beside its code, unless its declaration keeps the claim."""

import json
import sys
import pytest
from banditproof.verify.audit import audit
from banditproof.verify.witnesses.witness_files import KEPT, checked_file

MODULE = """
from banditproof.algorithms import DPIMED, DeclaredSums
from banditproof.theory.mechanisms import Laplace


class Quiet(DPIMED):
    curator = DeclaredSums(Laplace({scale}), memory=2)


def lies(arms, eps):
    from fractions import Fraction
    from banditproof.theory.enclosure import Enclosure
    from banditproof.verify.witnesses import transcripts
    from banditproof.verify.witnesses.budget_breaks import Break

    transcripts.exceeds = lambda *shown: Break(Enclosure.of(99), Fraction(1), "a lie")
    return Quiet(arms=arms, eps=1)
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield lambda scale: (tmp_path / "two_sums.py").write_text(MODULE.format(scale=scale))
    sys.modules.pop("two_sums", None)


def test_a_module_whose_declaration_keeps_the_claim_is_not_accused_by_its_code(module, tmp_path):
    module(1)
    report = audit("two_sums:Quiet", 1, output="transcript", samples=10)
    file = tmp_path / "audit.json"
    file.write_text(json.dumps(report.to_json()))
    (right,) = checked_file(file)
    assert report.verdict == "fails"
    assert float(right.found.shown.lo) > 1
    module(2)
    stored = report.checks[-1].witness
    for made, stated in (("lies", "1"), ("Quiet", "1"), ("lies", "99/100")):
        edited = stored | {"object": stored["object"] | {"name": f"two_sums:{made}"}}
        edited["claim"] = stored["claim"] | {"budget": {"kind": "pure", "eps": stated}}
        file.write_text(json.dumps(edited))
        (found,) = checked_file(file)
        assert found.why == (KEPT if stated == "1" else None), "beyond it, its code decides"
