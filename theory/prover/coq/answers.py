"""What Coq said when it was asked about a proof: one word of four, and none of them for another."""

import re
from enum import StrEnum

BROKEN = re.compile(
    r"Stack overflow|Out of memory|Anomaly|Timeout!|Cannot find a physical path|Can't find file|"
    r"[Cc]ompiled library|Cannot load"
)
"""What coqc says where it stopped for a reason that is none of the proof."""
PLACE = re.compile(r"line \d+, characters")


class CoqSays(StrEnum):
    """What Coq said of a proof.

    `accepted`: it checked all of it. `refused`: it read the file, and stopped at a step that it
    does not accept, or names axioms that were not listed. `no word`: a rule of the proof, or one of
    its steps as it stands, has no form in Coq, so nothing is said of it. `not run`: Coq is missing,
    failed by itself, or did not end within its time.

    >>> CoqSays.NO_WORD.sentence("The rule 'hill' has no export to Coq.")
    "Coq has no word for a rule of this proof: The rule 'hill' has no export to Coq."
    """

    ACCEPTED = "accepted"
    REFUSED = "refused"
    NO_WORD = "no word"
    NOT_RUN = "not run"

    def sentence(self, why: str) -> str:
        """The answer in words, with its reason."""
        return SENTENCES[self] if self == CoqSays.ACCEPTED else f"{SENTENCES[self]}: {why}"


SENTENCES = {
    CoqSays.ACCEPTED: "Coq accepts the proof.",
    CoqSays.REFUSED: "Coq refuses the proof",
    CoqSays.NO_WORD: "Coq has no word for a rule of this proof",
    CoqSays.NOT_RUN: "Coq was not run to an end",
}


def answer_to(errors: str, late: bool) -> CoqSays:
    """What a failure of coqc says: that it refuses what it read, or that it did not run.

    >>> answer_to('File "a.v", line 3, characters 0-4:\\nError: No such goal.', False).value
    'refused'
    >>> answer_to("line 3, characters 0-4:\\nError: Cannot find witness.", False).value
    'refused'
    >>> answer_to("coqc: error while loading shared libraries", False).value
    'not run'
    """
    read = PLACE.search(errors) and "Error:" in errors
    broken = late or not read or BROKEN.search(errors.rpartition("Error:")[2])
    return CoqSays.NOT_RUN if broken else CoqSays.REFUSED
