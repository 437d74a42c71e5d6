"""Claims about Theorem 4.17: minimax regret of linear bandits on the cube under View DP."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, need
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.linear_bounds import hypercube

from .committed_policies import largest_log_ratio, logistic, repeated_answers
from .linear_two_signs import BITS, Bound, Play, TwoSigns, gain, markov_half, need_sums_below

PLACE = "4.3.1, B.2"
VIEW = TwoSigns(
    symbol="eps",
    private_printed=hypercube.pure_printed,
    private_proved=hypercube.pure_proved,
    scale=ball,
    best=lambda: (2 * arb.pi()).sqrt(),
    information=lambda eps, x: ball(eps) * x,
    rule=logistic,
    budgets=(Fraction(1, 10), Fraction(1)),
    horizons=(10, 100),
)


@claim(
    "thesis.thm4.17",
    r"Let $\mathcal A=[-1,1]^d$, $\Theta=\mathbb R^d$, $\pi$ $\epsilon$-View DP. There is "
    r"$\theta\in\Theta$ with $\mathrm{Reg}_T\ge\max\{\frac{e^{-2}}8d\sqrt T,\frac{e^{-1}}4"
    r"\frac d\epsilon\}$ (4.12).",
    recorded="holds-with-repair",
    repaired_by="thesis.thm4.17.repaired",
    doubts=("D5", "D6"),
    mutants={"capped by the box": {"bound": VIEW.capped}},
)
def unbounded_parameters(bound: Bound = VIEW.printed) -> Verdict:
    """Empty over R^d; for bounded parameters above the largest possible regret."""
    safe = ". Its constant is safe, although the printed proof loses a factor 1/2."
    return VIEW.empty_over_the_space(bound, safe, not_covered="")


@claim(
    "thesis.thm4.17.proof",
    r"Proof, Step 1: $\frac1{\epsilon T}\sum_i\mathbb E_\theta\sum_t\mathbb I\{"
    r"\mathrm{sign}(A_{ti})\ne\mathrm{sign}(\theta_i)\}\ge"
    r"\frac1\epsilon\sum_i\mathbb M_\theta(\sum_t\mathbb I\{\cdot\}\ge T/2)$ by Markov, "
    r"hence the constant $\frac{e^{-1}}4$.",
    recorded="fails",
    repaired_by="thesis.thm4.17.repaired",
    doubts=("D5",),
    title="the factor 1/2 of Markov's inequality",
    kind="proof step",
    place=PLACE,
    mutants={"with the factor 1/2": {"factor": Fraction(1, 2)}},
)
def lost_half(factor: Fraction = Fraction(1)) -> Verdict:
    """The step on a policy that is 0-DP."""
    true = "; the latter is true by another argument, and so is 0.8355 d/eps."
    return markov_half(factor, Fraction(1), "eps", true)


def repeated(eps: Fraction) -> Play:
    """The policy that repeats one noisy answer for ten rounds."""
    # the actions of rounds 2..t use at most the first t - 1 rewards
    regret, informations = repeated_answers(VIEW.size(eps, 10), 10, eps)
    return eps, 10, regret, list(enumerate(informations, start=1))


def need_squares() -> None:
    """Two maxima as squares: the differences have degree 3 and 2, and agree at four points."""
    for x in range(4):
        cubic, square = x**2 - Fraction(2, 3) * x**3, x - Fraction(2, 3) * x**2
        need(3 * (Fraction(1, 3) - cubic) == (1 - x) ** 2 * (1 + 2 * x), "Not the maximum 1/3")
        top = Fraction(2, 3) * (x - Fraction(3, 4)) ** 2
        need(Fraction(3, 8) - square == top, "Not the maximum 3/8")


@pair(
    "thesis.thm4.17.bounded",
    r"The bound (4.12) for parameters in $\Theta=[-1,1]^d$ and every $\epsilon>0$, $T\ge1$.",
    r"Let $\mathcal A=[-1,1]^d$, $\Theta=[-S,S]^d$, $\pi$ $\epsilon$-View DP, unit normal noise. "
    r"There is $\theta\in\Theta$ with $\mathrm{Reg}_T\ge d\max\{\min\{\frac38\sqrt T,\frac{ST}2\},"
    r"\min\{\frac{\sqrt{2\pi}}{3\epsilon},\frac{ST}3\}\}$; the constants exceed the printed ones.",
    repair="thesis.thm4.17.repaired",
    recorded="fails",
    doubts=("D5", "D6"),
    title="the bound (4.12) for bounded parameters",
    repaired_title="minimax View bound on the cube, with a cap and better constants",
    place=PLACE,
    subjects={"bound": (VIEW.printed, VIEW.capped)},
    mutants={
        "sqrt(2 pi) without the 3": {"constant": lambda: (2 * arb.pi()).sqrt()},
        "KL with a slope a thousand times smaller": {"share": Fraction(1, 1000)},
    },
)
def capped_bound(
    bound: Bound,
    constant: Callable[[], arb] = hypercube.pure_constant,
    share: Fraction = Fraction(1),
) -> Verdict:
    """The chain of the proof step by step, and explicit private policies by their exact laws.

    Proof. Let theta be uniform on {-s, s}^d. In coordinate i the regret of round t, averaged over
    theta_i = -s and s, is s (1 - (E_+ A_ti - E_- A_ti)/2) >= s (1 - TV_t), as |A_ti| <= 1. Pinsker
    gives TV_t <= sqrt(KL_t / 2), and Theorem 4.9 KL_t <= eps sqrt(2/pi) s (t-1), because the two
    rewards of a round have distance 2 Phi(s |A_ti|) - 1 <= sqrt(2/pi) s, and A_t depends on the
    first t - 1 rewards. With s = x^2 sqrt(2 pi)/(eps T) that is TV_t <= x sqrt((t-1)/T), and the
    sum over t is at least s T (1 - 2x/3) = (sqrt(2 pi)/eps) (x^2 - (2/3) x^3), largest, 1/3, at
    x = 1; if S is smaller take s = S, where 1 - 2x/3 >= 1/3. Without privacy KL_t <= 2 s^2 (t-1),
    s = x/sqrt(T), and x - (2/3) x^2 is largest, 3/8, at x = 3/4, where 1 - 2x/3 = 1/2.
    """
    VIEW.require_possible(bound)
    with working_precision(BITS):
        plays = VIEW.committed()
        for eps, _, _, [(seen, _)] in plays:
            need(largest_log_ratio(logistic, seen, eps) <= ball(eps), "A policy is not DP")
        plays += map(repeated, VIEW.budgets)
        claimed = constant()
        least = VIEW.least_ratio(plays, claimed, share)
        need_squares()
        need_sums_below(ball(Fraction(2, 3)), lambda u: u)
        private = gain(claimed, hypercube.pure_constant(), (-arb(1)).exp() / 4)
        three_eighths = ball(Fraction(3, 8))
        free = gain(three_eighths, three_eighths, (-arb(2)).exp() / 8)
    return certified(
        "0.8355 d/eps and 0.375 d sqrt(T), capped where the parameters are bounded, "
        f"{private:.3g} and {free:.3g} times the printed constants; explicit private policies have "
        f"at least {least:.3g} times the private bound.",
        covered="The polynomial identities, exact; the sums for T <= 40 and the laws, budgets, KL "
        f"and regrets of {len(plays)} private policies for d = 1, in balls.",
        not_covered="All policies: the proof is in words (docstring) and rests on Pinsker's "
        "inequality and on thesis.thm4.9.",
    )
