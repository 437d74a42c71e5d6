"""Claims about Theorem 4.15, the minimax lower bound under eps-View DP."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.models.minimax_classes import Formula, points, scaled
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified
from banditproof.theory.balls import ball
from banditproof.theory.lower_bounds import minimax
from banditproof.verify.evidence import Grade

from .minimax_two_instances import Slope, TwoInstances, empty_over_all_means, tangent

WITNESSES = [(2, Fraction(1), Fraction(1, 1000)), (2, Fraction(100), Fraction(1, 10**4))]
VIEW = TwoInstances(
    grid=points(("1e-9", "1/1000", "1/10", "1", "50")),
    rate=lambda arms, horizon, eps: ball(eps * horizon / (arms - 1)),
    point=Fraction(1),
    exponent=lambda arms, horizon, eps, distance: ball(eps * horizon / (arms - 1)) * distance,
    most=lambda: arb(1),
)
STEPS = "Theorem 4.9 and the steps of Section 4.1, which are claims of their own."


@claim(
    "thesis.thm4.15",
    r"Let $\mathcal E_G^K$ be the set of $K$-armed Gaussian bandits with unit variance. For $K>1$ "
    r"and $T\ge K-1$: $\mathrm{Reg}^*_{T,\varepsilon}(\mathcal E_G^K)\ge\max\{\frac1{27}"
    r"\sqrt{T(K-1)},\frac1{22}\frac{K-1}\varepsilon\}$.",
    recorded="holds-with-repair",
    repaired_by="thesis.thm4.15.repaired",
    doubts=("D6",),
    mutants={"with the cap T/(16e)": {"formula": minimax.pure_proved}},
)
def no_class_saves_it(formula: Formula = minimax.pure_printed) -> Verdict:
    """Empty over all means; with means in [0, 1] above the regret of a policy for small eps."""
    return empty_over_all_means(
        formula,
        WITNESSES,
        Grade.PROVED,
        "Over all means the left side is infinite and the theorem true but empty "
        "(thesis.thm4.15.unbounded). With means in [0, 1], the class of its first term, the second "
        "term misses a cap: it is false for eps < 1/(22 T) at K = 2 (thesis.thm4.15.bounded), and "
        "for T < 2 (K-1)/eps the means of the proof exceed 1.",
    )


@pair(
    "thesis.thm4.15.bounded",
    r"The bound (4.10) for unit-variance normal rewards with means in $[0,1]$: "
    r"$\mathrm{Reg}^*_{T,\varepsilon}\ge\frac1{22}\frac{K-1}\varepsilon$ for $K>1$, $T\ge K-1$ and "
    r"every $\varepsilon>0$.",
    r"For unit-variance normal rewards with means in $[0,1]$ and $K>1$: "
    r"$\mathrm{Reg}^*_{T,\varepsilon}\ge\min\{\frac{K-1}{8e\,\varepsilon},\frac T{16e}\}$, and "
    r"$\ge\frac1{27}\sqrt{T(K-1)}$ if $T\ge K-1$. For $T\ge 2(K-1)/\varepsilon$ the first is "
    r"$\frac{K-1}{21.75\,\varepsilon}$, which is above the printed $\frac{K-1}{22\varepsilon}$.",
    repair="thesis.thm4.15.repaired",
    recorded="fails",
    doubts=("D6",),
    title="the second term of (4.10) for means in [0, 1]",
    repaired_title="minimax View bound for means in [0, 1]",
    subjects={"formula": (minimax.pure_printed, minimax.pure_proved)},
    mutants={
        "the gap leaves [0, 1]": {"cap": False},
        "a constant of 1/21": {"formula": scaled(minimax.pure_proved, Fraction(22, 21))},
    },
)
def capped(formula: Formula, cap: bool = True) -> Verdict:
    """The chain of the printed proof with the gap cut at 1/2, and Pinsker against the exact TV."""
    constant = VIEW.inverse_constant(formula, lambda: arb(1), Fraction(22), cap=cap)
    return certified(
        f"With D = min((K-1)/(eps T), 1/2) the exponent is at most 1 and the means stay in [0, 1]; "
        f"the constant is 8 e = {constant} < 22.",
        covered=f"The chain in balls at {len(VIEW.grid)} points with T from 1 to 10^8 and eps from "
        "1e-9 to 50; TV <= D at fifty gaps; the policy without rewards.",
        not_covered=f"The bound without privacy is thesis.thm2.28.repaired. {STEPS}",
    )


@claim(
    "thesis.thm4.15.sharp",
    r"With the exact distance $\mathrm{TV}(\mathcal N(0,1),\mathcal N(2\Delta,1))=2\Phi(\Delta)-1"
    r"\le\sqrt{2/\pi}\,\Delta$ the constant is $8e\sqrt{2/\pi}<17.3511$: for means in $[0,1]$, "
    r"$\mathrm{Reg}^*_{T,\varepsilon}\ge\min\{\frac{K-1}{17.3511\,\varepsilon},"
    r"\frac T{16e}\}$.",
    recorded="holds",
    title="minimax View bound with the exact total variation",
    mutants={
        "the constant of Pinsker's chain": {"slope": lambda: arb(1)},
        "a distance half as large": {"slope": lambda: tangent() / 2},
        "rounded down": {"decimal": Fraction("17.351")},
    },
)
def exact_distance(
    formula: Formula = minimax.pure_sharp,
    slope: Slope = tangent,
    decimal: Fraction = Fraction("17.3511"),
) -> Verdict:
    """The same chain with the tangent of the distance at 0."""
    constant = VIEW.inverse_constant(formula, slope, decimal)
    return certified(
        f"The exact distance replaces 22 by 8 e sqrt(2/pi) = {constant}.",
        covered=f"The chain at {len(VIEW.grid)} points in balls; the tangent line at fifty gaps.",
        not_covered=STEPS,
    )


@claim(
    "thesis.thm4.15.bernoulli",
    r"For Bernoulli arms and $K>1$: $\mathrm{Reg}^*_{T,\varepsilon}\ge"
    r"\min\{\frac{K-1}{16e\,\varepsilon},\frac T{16e}\}$.",
    recorded="holds",
    title="minimax View bound for Bernoulli arms",
    mutants={
        "the constant of normal rewards": {"formula": minimax.pure_proved},
        "no cap": {"formula": minimax.pure_printed},
    },
)
def bernoulli(formula: Formula = minimax.bernoulli_pure) -> Verdict:
    """The same two instances with Bernoulli rewards, whose distance is the difference of means."""
    VIEW.inverse_constant(formula, lambda: arb(2), Fraction(44), distance=None)
    return certified(
        "TV(Ber(0), Ber(2D)) = 2D, twice what Pinsker gives for normal rewards: the constant is "
        "1/(16 e), and the cap is the same.",
        covered=f"The chain at {len(VIEW.grid)} points, and the policy without rewards.",
        not_covered=STEPS,
    )
