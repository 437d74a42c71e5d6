"""What the steps of a claim leave open is not said to be open of a claim with a formal proof."""

from types import SimpleNamespace
import pytest
from banditproof.cli.one_result import _steps
from banditproof.paper_checks.verdicts.step_facts import StepFacts


@pytest.mark.parametrize("grade", ["outlined", "derived"])
def test_steps_of_a_derived_claim_leave_nothing_of_it_open(grade: str) -> None:
    step = StepFacts(
        number=1,
        kind="inequality",
        says="So.",
        formula="",
        where="",
        uses=(),
        rests_on=(),
        leaves_open=("textbook hoeffding: step 1",),
    )
    facts = SimpleNamespace(steps=(step,), judged_by="kernel", graded=grade, id="my.a")
    rows = list(_steps(facts))
    place = next(n for n, (name, _) in enumerate(rows) if name == "left open")
    said = [text for _, text in rows[place:]]
    if grade == "outlined":
        assert said == ["textbook hoeffding: step 1"]
    else:
        assert said[0].startswith("nothing: the formal proof")
        assert said[1:] == ["Taken from elsewhere by the steps: textbook hoeffding: step 1"]
