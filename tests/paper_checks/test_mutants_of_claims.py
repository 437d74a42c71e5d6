"""Every check rejects the mutants that it names; a strengthened statement is one of them."""

import pytest

from banditproof.paper_checks import claims, run

FAST = [claim for claim in claims() if claim.tier == "fast"]
LONG = {
    *("bern.proofC.2.measure", "bern.eq7", "bern.prop4.2", "bern.sec1.experiments"),
    *("bern.exp5.forgetting", "bern.exp5.index", "bern.fig8.matches", "bern.comp.dpse"),
    *("bern.derived.klgap", "bern.prop4.1", "bern.corD.5", "bern.sec1.improvement"),
    *("bern.propB.5.pure", "bern.propB.5.table", "bern.prop4.2.same_law"),
    *("thesis.thm4.14.repaired", "thesis.audit.mi.repaired"),
}
"""Claims whose mutants take long; the slow tier runs them."""
MUTANTS = [
    pytest.param(claim, name, marks=pytest.mark.slow if claim.id in LONG else ())
    for claim in FAST
    for name in claim.mutants
]


@pytest.mark.parametrize(("claim", "name"), MUTANTS, ids=lambda x: getattr(x, "id", x))
def test_a_check_rejects_its_mutants(claim, name: str) -> None:
    result = run(claim, **claim.mutants[name])
    assert result.error is None, "a mutant must be judged, not crash the check"
    assert result.verdict.outcome != claim.recorded, f"{claim.id} does not notice: {name}"
