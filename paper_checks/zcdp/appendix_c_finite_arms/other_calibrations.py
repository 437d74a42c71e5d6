"""Claims about C-E: AdaC-UCB with the noise of approximate and of Renyi privacy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from banditproof.algorithms import AdaRUCB
from banditproof.paper_checks.proofs import Given, Identity, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import below, need, require, require_or_repair
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.mechanisms import Gaussian
from banditproof.verify.transcript_rho import transcript_rho

RENYI = Proof(
    "zcdp.cE.renyi",
    where="a in (1,inf), eps in (0,inf), view in [0,inf)",
    steps=(
        Identity(
            1,
            r"$\frac\alpha{2\epsilon}=\frac1{2\rho}$ with $\rho=\epsilon/\alpha$.",
            "a/(2*eps) == 1/(2*(eps/a))",
        ),
        OnClaim(
            2,
            r"AdaC-UCB with this $\rho$ has a view with $D_\alpha\le\alpha\rho$.",
            "view <= (eps/a)*a",
            claim="zcdp.thm12",
            of_step=10,
            instance={"rho": "eps/a"},
            uses=(1,),
        ),
        Inequality(3, r"That is $\epsilon$.", "view <= eps", weights={2: "1"}),
    ),
)
APPROXIMATE = Proof(
    "zcdp.cE.approximate.repaired",
    where="eps in (0,3.78], d in (0,1), p in [0,1], q in [0,1], r in [0,1], i in [0,1], "
    "x in [0,1], y in [0,1], both in [0,1], top in [0,1], one in [0,1], two in [0,1], "
    "first in [0,1], second in [0,1]",
    steps=(
        Given(
            1,
            r"Tables, adversary and algorithm as in zcdp.thm12, but the mean of $n$ rewards "
            r"gets normal noise of variance $\frac b{n^2}$, "
            r"$b=\frac2{\epsilon^2}\log\frac{1.25}\delta$.",
        ),
        Textbook(
            2,
            "What is released before the episode of the changed row has one law.",
            "first == second",
            fact="textbook.ionescu-tulcea:one law",
            hypotheses={"the same conditional laws": 1},
            instance={"p": "first", "q": "second"},
        ),
        OnClaim(
            3,
            "Given this past, its mean changes by $1/n$ at most: for each event of the noisy mean",
            "p <= exp(eps)*q + d",
            claim="thesis.thm2.14.repaired",
            of_step=12,
            uses=(2,),
        ),
        Inequality(
            4,
            r"If the episode is cut at $T$ ($i=0$, and else 1), nothing of it is released.",
            "i*p + (1-i)*r <= exp(eps)*(i*q + (1-i)*r) + d",
            weights={3: "i"},
            rest="(1-i)*d + (1-i)*r*(exp(eps)-1)",
        ),
        Textbook(
            5,
            "So for each event of the past and the noisy mean, the mean over pasts.",
            "x <= exp(eps)*y + d",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 4},
            instance={"p": "x", "q": "y", "c": "exp(eps)"}
            | {"A": "i*p + (1-i)*r", "B": "i*q + (1-i)*r"},
            over=("i", "p", "q", "r"),
        ),
        Inequality(6, "In other words.", "x - exp(eps)*y <= d", weights={5: "1"}),
        Textbook(
            7,
            "The supremum over these events, a hockey-stick divergence.",
            "both <= d",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 6},
            instance={"high": "both", "c": "d", "X": "x - exp(eps)*y"},
            over=("x", "y"),
        ),
        Given(8, "All that follows is a kernel of the past and the noisy mean, as in zcdp.thm12."),
        Textbook(
            9,
            "The view is one too.",
            "top <= both",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 8},
            instance={"after": "top", "before": "both"},
        ),
        Given(10, r"$P$ and $P'$ of an event of the view are $u$ and $v$."),
        Textbook(
            11,
            "Each event is at most the supremum.",
            "one - exp(eps)*two <= top",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 10},
            instance={"v": "one - exp(eps)*two", "high": "top"},
        ),
        Inequality(
            12,
            r"$P\le e^\epsilon P'+\delta$ for each event of the view.",
            "one <= exp(eps)*two + d",
            weights={7: "1", 9: "1", 11: "1"},
        ),
    ),
)
Variance = Callable[[arb, arb], arb]


def printed_variance(eps: arb, delta: arb) -> arb:
    """(2/eps^2) log(1.25/delta)."""
    return 2 / eps**2 * (ball(Fraction(5, 4)) / delta).log()


CASES = ((1, Fraction(1, 10**5)), (2, Fraction(1, 100)), (3, Fraction(1, 10)))


@checks_both(
    "zcdp.cE.approximate",
    subjects={"large": (Fraction(10), None)},
    printed_mutants={"an eps in the range": {"large": Fraction(3)}},
    mutants={
        "another claim for the mechanism": {
            "proof": APPROXIMATE.changed(3, claim="thesis.thm2.14.approximate")
        },
        "sharper: half of delta": {
            "proof": APPROXIMATE.changed(12, formula="one <= exp(eps)*two + d/2")
        },
        "sharper: a third of the variance": {
            "variance": lambda eps, delta: printed_variance(eps, delta) / 3
        },
    },
)
def noise_of_approximate_privacy(
    large: Fraction | None, variance: Variance = printed_variance, proof: Proof = APPROXIMATE
) -> Verdict:
    """The exact delta of the mean of one reward, by the formula and by the library."""
    sides = Sides()
    with working_precision(128):
        for eps, delta in CASES:
            spent = _delta(ball(eps), variance(ball(eps), ball(delta)))
            sides.at_most(spent, ball(delta), "Too little noise.", eps=eps, delta=delta)
        if large is not None:
            delta = Fraction(1, 10**5)
            b = variance(ball(large), ball(delta))
            spent, most = _delta(ball(large), b), Enclosure.of(b).upper
            library = Gaussian(sigma_squared=most.limit_denominator(10**9) + Fraction(1, 10**8))
            again = library.delta(large)
            same = abs(float(again) - float(spent)) < 1e-9
            need(same, "The library has another delta", library=again)
            require_or_repair(
                below(spent, ball(delta)),
                "The factor is too small for a large eps: the exact delta is larger.",
                eps=large,
                delta=delta,
                exact_delta=spent,
            )
    return proof.verdict(
        "The calibration is that of Theorem 18, which needs a range of eps; where it holds, the "
        "proof of zcdp.thm12 goes through for hockey-stick divergences.",
        instances="The exact delta of a mean at three eps and delta.",
        beyond="whether the actions alone break the claim at a large eps.",
        sharpness=sides.sharpness,
    )


def _delta(eps: arb, variance: arb) -> arb:
    """Phi(m/2 - eps/m) - e^eps Phi(-m/2 - eps/m), m = 1/sqrt(variance)."""
    m, root = 1 / variance.sqrt(), arb(2).sqrt()
    return ((eps / m - m / 2) / root).erfc() / 2 - eps.exp() * ((eps / m + m / 2) / root).erfc() / 2


@checks(
    "zcdp.cE.renyi",
    mutants={
        "alpha/eps": {"proof": RENYI.changed(1, formula="a/eps == 1/(2*(eps/a))")},
        "sharper: 0.99 eps": {"proof": RENYI.changed(3, formula="view <= 0.99*eps")},
        "sharper: 0.99 of the loss": {"share": Fraction(99, 100)},
    },
)
def noise_of_renyi_privacy(share: Fraction = Fraction(1), proof: Proof = RENYI) -> Verdict:
    """rho = eps/alpha; the exact loss of the releases of a play."""
    sides = Sides()
    for order, eps in ((Fraction(2), Fraction(1)), (Fraction(8), Fraction(1, 10))):
        spent = transcript_rho(AdaRUCB(2, alpha=order, eps=eps), horizon=30, plays=1)
        require(spent != float("inf"), "Some releases cancel all noise.")
        sides.at_most(order * spent, share * eps, "D_alpha is larger.", alpha=order, eps=eps)
    return proof.verdict(
        "It is AdaC-UCB with rho = eps/alpha, so it has D_a <= eps a/alpha at every order a.",
        instances="The exact D_alpha of the releases of a play at two budgets.",
        sharpness=sides.sharpness,
    )
