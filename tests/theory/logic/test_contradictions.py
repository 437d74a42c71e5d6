"""From a contradiction everything follows, and from nothing less."""

import pytest
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.proof_text import theorems_in

TEXT = """theorem from.both: forall (A : Prop) (B : Prop). A -> not A -> B
  fix A B
  assume yes, no
  have false: False by no, yes
  show by false
qed
"""


def test_everything_follows_from_a_contradiction() -> None:
    development = Development(standard_library(["numbers"]))
    development.add(theorems_in(TEXT, "a.proof"))
    assert not development.derive("from.both").axioms


def test_one_of_both_is_no_contradiction() -> None:
    development = Development(standard_library(["numbers"]))
    text = TEXT.replace("by no, yes", "by no").replace("assume yes, no", "assume other, no")
    development.add(theorems_in(text, "a.proof"))
    with pytest.raises(Misread):
        development.derive("from.both")
