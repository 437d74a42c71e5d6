"""What formal proofs leave open is listed by kinds, whatever word the reason begins with."""

from banditproof.paper_checks.derivations.open_sentences import KINDS
from banditproof.theory.logic.sentences import GIVEN, NAMED


def test_each_word_of_a_reason_that_leaves_something_open_has_a_kind() -> None:
    assert KINDS.keys() == {"", GIVEN, *NAMED}
