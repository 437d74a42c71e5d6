"""Claims about the privacy of one phase of AdaC-GOPE: the printed noise, and the measured one."""

from __future__ import annotations

from fractions import Fraction

from banditproof.algorithms import AdaCGOPE, RewardList, Silent, play
from banditproof.algorithms.curators.whitening import whitening
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.designs import g_value
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian

DIVERGENCE = Textbook(
    3,
    r"The divergence of order $\alpha$ of the two releases is $\alpha s^2/(2w)$ for the "
    r"variance $w$.",
    "v == alpha*s**2/(2*w)",
    fact="textbook.gaussian-mechanism:divergence",
    hypotheses={"independent normal noise of variance w in each coordinate": 1},
    instance={"a": "alpha"},
)
WHERE = (
    "alpha in (1,inf), rho in (0,inf), s in [0,inf), x in [0,2], q in [0,inf), g in (0,inf), "
    "w in (0,inf), v in [0,inf)"
)
MOVE = Given(
    1,
    r"Two batches differ in one reward, by $x\le2$, at the action $a$: $\phi$ moves by "
    r"$s=x\|V^{-1/2}"
    r"a\|$, with $q=\|V^{-1/2}a\|\le g$.",
    "s == x*q",
)
LARGEST = Given(2, r"The largest of these norms is $g$.", "q <= g")
MEASURED = Proof(
    "zcdp.fix.gope.noise",
    where=WHERE,
    steps=(
        MOVE,
        LARGEST,
        DIVERGENCE,
        Given(
            4, r"The variance is $w=2g^2/\rho$, with the $g$ that is measured.", "w == 2*g**2/rho"
        ),
        Inequality(
            5,
            r"$s\le2g$.",
            "s <= 2*g",
            uses=(1,),
            weights={2: "x"},
            rest="g*(2 - x)",
        ),
        Inequality(
            6,
            r"So the divergence is at most $\alpha\rho$.",
            "v <= alpha*rho",
            uses=(3, 4),
            weights={5: "alpha*rho/(4*g**2)*(2*g + s)"},
        ),
    ),
)
EXACT = Proof(
    "zcdp.instD.gope",
    where=f"{WHERE}, n in [1,inf), c in (0,inf), D in [1,inf), D <= n",
    steps=(
        MOVE,
        LARGEST,
        DIVERGENCE,
        OnClaim(
            4,
            r"The design is optimal, on a span of dimension $D\le d$: $g^2\le d/c$, with $n=d$.",
            "g**2 <= n/c",
            claim="zcdp.cor1",
            of_step=9,
        ),
        Given(5, r"The variance is $w=\frac{2d}{\rho c}$.", "w == 2*n/(rho*c)"),
        Inequality(6, r"$s\le2g$.", "s <= 2*g", uses=(1,), weights={2: "x"}, rest="g*(2 - x)"),
        Inequality(
            7,
            r"So the divergence is at most $\alpha\rho$, and what is computed from the release "
            r"is as "
            r"private.",
            "v <= alpha*rho",
            uses=(3, 5),
            weights={4: "alpha*rho*c/n", 6: "alpha*rho*c/(4*n)*(2*g + s)"},
        ),
    ),
)
LINES = ((1, 0), (0, 1), ("0.6", "0.6"))


def spent(share: Fraction, optimal: bool) -> Sides:
    """What a reward costs in one phase, exactly, for several designs and lengths."""
    sides, rows = Sides(), [[Fraction(x) for x in row] for row in LINES]
    designs = [[1, 1, 0]] if optimal else [[1, 1, 0], [1, 1, 1], [7, 1, 2]]
    for weights in designs:
        total = sum(weights)
        value = g_value(rows, [Fraction(w, total) for w in weights])
        for plays in (1, 50):
            square = value / (plays * total)
            # with an exact design c = n plays, and 2 d / (rho c) is 2 g^2 / rho
            loss = exact(Gaussian(sigma_squared=share * 2 * square / Fraction(1, 3)).loss(1).rho)
            sides.at_most(4 * square * loss, Fraction(1, 3), "It costs more.", w=weights, n=plays)
    return sides


@checks(
    "zcdp.instD.gope",
    mutants={
        "a smaller divergence": {"proof": EXACT.changed(3, formula="v == alpha*s**2/(4*w)")},
        "a smaller leverage": {"proof": EXACT.changed(4, formula="g**2 <= n/(2*c)")},
        "sharper: 99 % of the variance": {"share": Fraction(99, 100)},
    },
)
def printed_noise(share: Fraction = Fraction(1), proof: Proof = EXACT) -> Verdict:
    """The cost of one reward with an exact design: it is rho where c pi(a) is a whole number."""
    sides = spent(share, optimal=True)
    return proof.verdict(
        "Right, and the whole budget is used; with a design that is not exact the same noise costs "
        "more (zcdp.alg2.inexact).",
        instances="two lengths, exactly.",
        sharpness=sides.sharpness,
    )


@checks(
    "zcdp.fix.gope.noise",
    mutants={
        "a smaller divergence": {"proof": MEASURED.changed(3, formula="v == alpha*s**2/(4*w)")},
        "sharper: 99 % of the variance": {"share": Fraction(99, 100)},
    },
)
def measured_noise(share: Fraction = Fraction(1), proof: Proof = MEASURED) -> Verdict:
    """The cost of one reward for three designs, exactly; and the weights of the program's "
    "releases."""
    policy = AdaCGOPE(LINES, rho="1/3", delta="0.5")
    plan = policy.plan(policy.start())
    played = play(policy, RewardList([1] * plan.plays), plan.plays, Silent())
    moves: dict[int, float] = {}
    for release in played.ledger.releases:
        for time, weight in release.rewards.items():
            moves[time] = moves.get(time, 0.0) + weight**2
    need(max(moves.values()) <= 1, "A reward weighs more than 1.")
    need(whitening(policy.action_set.counts(plan.parts)).leverage > 0, "There is no leverage.")
    sides = spent(share, optimal=False)
    return proof.verdict(
        "The sensitivity is 2 g_S, whatever the design is. AdaC-GOPE releases the vector "
        "divided by "
        "g_S with the noise 2/rho, which is the same.",
        instances="three designs exactly, and one play of AdaC-GOPE.",
        sharpness=sides.sharpness,
    )
