"""What the steps of a claim leave open is not said to be open of a claim with a formal proof."""

from types import SimpleNamespace
import pytest
from banditproof.cli.one_result import SHOWN, _steps
from banditproof.paper_checks.verdicts.step_facts import StepFacts


def rows_of(opened: tuple[str, ...], grade: str) -> list[tuple[str, str]]:
    """What is printed of a claim of a folder whose one step leaves some things open."""
    step = StepFacts(
        number=1,
        kind="inequality",
        says="So.",
        formula="",
        where="",
        uses=(),
        rests_on=(),
        leaves_open=opened,
    )
    facts = SimpleNamespace(
        steps=(step,), judged_by="kernel", graded=grade, id="my.a", asked="my/ my.a"
    )
    return [*_steps(facts)]


@pytest.mark.parametrize("grade", ["outlined", "derived"])
def test_steps_of_a_derived_claim_leave_nothing_of_it_open(grade: str) -> None:
    rows = rows_of(("textbook hoeffding: step 1",), grade)
    place = next(n for n, (name, _) in enumerate(rows) if name == "left open")
    said = [text for _, text in rows[place:]]
    if grade == "outlined":
        assert said == ["textbook hoeffding: step 1"]
    else:
        assert said[0].startswith("nothing: the formal proof")
        assert said[1:] == ["Taken from elsewhere by the steps: textbook hoeffding: step 1"]


def test_the_command_that_lists_the_rest_names_the_folder() -> None:
    """`why my.a --open` is refused where my.a is a claim of the folder my/."""
    opened = tuple(f"textbook fact-{number}: step 1" for number in range(SHOWN + 2))
    assert rows_of(opened, "outlined")[-1] == (
        "",
        "and 2 more; `banditproof why my/ my.a --open` lists them",
    )
