"""The grades in the texts are those that a claim has once all that it rests on has one."""

from dataclasses import replace
from banditproof.paper_checks import Outcome, find
from banditproof.paper_checks.running import record_grades
from banditproof.paper_checks.statements.claim import Claim


def test_wholes_and_copies_run_again_with_what_they_rest_on(monkeypatch) -> None:
    """The claim at the bottom got its grade first; each of the others sees it one run later."""
    base = find("bern.lemF.3")
    part = replace(base, id="part", proof=object(), rests_on=("bottom",))
    copy = replace(base, id="copy", proof=None, repeats="part", rests_on=("part",))
    whole = replace(base, id="whole", proof=None, parts=("copy",), rests_on=("copy",))
    plain = replace(base, id="plain", proof=None, parts=(), rests_on=("part",))
    result: dict[str, tuple[str | None, str | None]] = dict.fromkeys(
        ("part", "copy", "whole", "plain"), (None, None)
    )
    result["bottom"] = ("proved", "machine")
    ran = []

    def run(claim: Claim) -> str:
        ran.append(claim.id)
        return claim.id

    def settled(id: str) -> tuple[str | None, str | None]:
        (below,) = {"part": part, "copy": copy, "whole": whole}[id].rests_on
        return result[below]

    monkeypatch.setattr(record_grades, "run", run)
    monkeypatch.setattr(record_grades, "_settled", settled)
    monkeypatch.setattr(record_grades, "text_index", dict)
    record_grades._run_again((whole, copy, part, plain), result)
    assert result["whole"] == result["copy"] == result["part"] == ("proved", "machine")
    assert "plain" not in ran
    assert base.recorded == Outcome.HOLDS
