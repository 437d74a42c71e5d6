"""The laws of the logic in proofs: cited by their names, which no theorem takes."""

from collections.abc import Iterable
import pytest
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.formulas import LAWS
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.proof_text import theorems_in


def developed(lines: Iterable[str]) -> Development:
    result = Development(standard_library(), seconds=8.0)
    result.add(theorems_in("\n".join(lines), "my.proof"))
    return result


def test_a_proof_cites_a_law_by_its_name() -> None:
    lines = (
        "theorem my.turned: forall x y. x = y -> y = x or 1 <= x",
        "  fix x y",
        "  assume h",
        "  have turned: y = x by replace(fun z. z = x, x, y), h",
        "  show by or_left(y = x, 1 <= x), turned",
        "qed",
    )
    assert developed(lines).derive("my.turned").axioms == ()
    with pytest.raises(Misread, match=r"my\.proof:5:"):
        developed(line.replace("or_left", "or_right") for line in lines).derive("my.turned")


@pytest.mark.parametrize("name", LAWS)
def test_no_theorem_has_the_name_of_a_law(name: str) -> None:
    with pytest.raises(Misread, match=f"{name} is the name of a law of the logic"):
        developed([f"theorem {name}: forall x. x = x", "  fix x", "  show", "qed"])
