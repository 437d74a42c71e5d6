"""What is proved of a statement about constants that exist, or a limit, is about all of them."""

from banditproof.verify.evidence import Grade
from ..statements.claim import Claim
from ..statements.completed import declared
from ..statements.field_names import NOT_ASYMPTOTIC
from ..statements.recorded_verdicts import standing
from ..verdicts.verdict import REFUTING, Outcome, Verdict

OUTLINED_AT_LEAST = ("proved", "derived", "outlined")


def require_all_constants(claim: Claim, verdict: Verdict) -> None:
    """Where a statement is about some constants or a limit, what is proved is about all of them.

    A case with fixed constants, or at finitely many horizons, is no proof (`verdicts/along.py`).
    What stands on the steps of another claim rests on it, and needs it to be true. A copy and a
    whole have the verdicts of the claims that they name.
    """
    text = declared(claim.id)
    of_all, asked = verdict.along, text.asymptotic if text is not None else ""
    if claim.repeats or claim.parts:
        return
    if of_all is not None and of_all.claim:
        if of_all.claim not in claim.rests_on:
            raise ValueError(f"it stands on {of_all.claim}; name that in `rests on`")
        known = standing(of_all.claim)
        if known.outcome != "holds" or known.grade not in OUTLINED_AT_LEAST:
            raise ValueError(
                f"it stands on {of_all.claim}, which is {known.outcome}, {known.grade}"
            )
    settled = verdict.outcome in (*REFUTING, Outcome.HOLDS, Outcome.HOLDS_VACUOUSLY)
    proved = verdict.evidence is not None and verdict.evidence.grade == Grade.PROVED
    if not (settled and proved) or not asked or asked.startswith(NOT_ASYMPTOTIC):
        return
    if of_all is None and not verdict.steps:
        raise ValueError(
            f"its verdict is proved, and its statement is about {asked}: finitely many cases prove "
            "nothing; give `along=` what a machine shows of all of them, or a weaker grade"
        )
