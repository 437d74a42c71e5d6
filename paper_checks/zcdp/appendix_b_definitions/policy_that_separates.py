"""Claims about the policy of Appendix B-A, whose Table delta is larger than its View delta."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.delta_two_ways import agreed_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.policy_protocols import Kernel
from banditproof.paper_checks.models.separating_policies import appendix
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import proved

repeated(
    "zcdp.prop1e.witness",
    of="thesis.appA.example",
    statement=r"The policy with the printed $\pi_1,\pi_2,\pi_3$ ($T=3$, $K=2$, rewards 0 and 1) is "
    r"$(\epsilon_1,\delta_1)$-View DP but not $(\epsilon_1,\delta_1)$-Table DP for $\epsilon_1="
    r"0.95$, $\delta_1=0.17$; the smallest $\epsilon_0$ for which it is $(\epsilon_0,\delta_1)$-"
    r"Table DP is $\epsilon_0=0.98$.",
)
repeated(
    "zcdp.prop1e.witness.exact",
    of="thesis.appA.example.exact",
    statement=r"For the policy of Appendix B-A the smallest $\epsilon$ at $\delta=0.17$ is "
    r"$\log\frac{4347}{1625}=0.98397\ldots$ for Table DP, of which the printed 0.98 is the "
    r"beginning, and smaller for View DP.",
    title="the exact smallest eps of the separating policy",
)


@claim(
    "zcdp.prop1e.witness.interactive",
    r"The policy of Appendix B-A has the Interactive $\delta$ $\frac67$ at every $\epsilon$, and is"
    r" $\rho$-zCDP in no notion for any $\rho$; so it says nothing of Interactive DP.",
    recorded="holds",
    stated=False,
    title="the separating policy against queries",
    mutants={
        "sharper: 5/6": {"least": Fraction(5, 6)},
        "rewards are not read": {"kernel": lambda seen: appendix(tuple((a, 0) for a, _ in seen))},
        "a policy without zeros": {
            "kernel": lambda seen: tuple((p + 1) / 4 + Fraction(1, 8) for p in appendix(seen))
        },
    },
)
def separating_policy_against_queries(
    kernel: Kernel = appendix, least: Fraction = Fraction(6, 7)
) -> Verdict:
    """delta at e^eps = 1 and far out: it is convex and does not increase."""
    near, far = (agreed_deltas(kernel, 3, Fraction(10**power)) for power in (0, 9))
    same = near.interactive == far.interactive == least
    require(same, "The Interactive delta differs.", at_1=near, at_10_to_the_9=far)
    impossible = far.view > 0 and far.table > 0
    require(impossible, "No sequence is impossible for a neighbour.", deltas=far)
    return proved(
        "delta is convex in e^eps and does not increase, so what it is at both ends it is for "
        "ever; and in each notion a neighbour forbids a sequence.",
        covered="All adversaries on all tables of 0 and 1, exact, by two routes; all eps.",
        universal=None,
    )
