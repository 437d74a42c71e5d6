"""Claims about Theorem 4.15, the minimax lower bound under eps-View DP."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.models.minimax_classes import Formula, points, scaled
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.lower_bounds import minimax

from .minimax_over_unbounded_means import true_but_empty
from .minimax_two_instances import Slope, TwoInstances, normal_distance, tangent


def need_for_all() -> None:
    """At D = D_0/(1+v), v >= 0, the exponent is at most 1, and T D_0/8 is (K-1)/(8 s eps).

    D_0 = (K-1)/(eps s T) is the gap without a cap, and each smaller gap has this form.
    """
    import sympy as sp

    k, t, e, s = sp.symbols("k T epsilon s", positive=True)  # k = K - 1
    v = sp.Symbol("v", nonnegative=True)
    free = k / (e * s * t)
    slack = sp.factor(1 - e * t / k * s * free / (1 + v))
    need(bool(slack.is_nonnegative), "The exponent is above 1 for a smaller gap", slack=slack)
    need(sp.simplify(t * free / 8 - k / (8 * s * e)) == 0, "Another bound at the free gap")


VIEW = TwoInstances(
    grid=points(("1e-9", "1/1000", "1/10", "1", "50")),
    rate=lambda arms, horizon, eps: ball(eps * horizon / (arms - 1)),
    point=Fraction(1),
    exponent=lambda arms, horizon, eps, distance: ball(eps * horizon / (arms - 1)) * distance,
    most=lambda: arb(1),
    for_all=need_for_all,
)


@claim(
    "thesis.thm4.15",
    r"Let $\mathcal E_G^K$ be the set of $K$-armed Gaussian bandits with unit variance. For $K>1$ "
    r"and $T\ge K-1$: $\mathrm{Reg}^*_{T,\varepsilon}(\mathcal E_G^K)\ge\max\{\frac1{27}"
    r"\sqrt{T(K-1)},\frac1{22}\frac{K-1}\varepsilon\}$.",
    recorded="holds-vacuously",
    repaired_by="thesis.thm4.15.repaired",
    rests_on=("thesis.thm4.15.unbounded",),
    stated_proof=(
        "thesis.thm2.28",
        "thesis.sec4.1",
        "thesis.thm4.15.divergence",
        "thesis.thm4.15.arithmetic",
    ),
    doubts=("D6",),
    mutants={"means in [0, 1]": {"largest": Fraction(1)}},
)
def over_all_means(largest: Fraction | None = None) -> Verdict:
    """True over all means, because the left side is infinite; false if gaps are at most 1."""
    intended = "thesis.thm4.15.bounded, which needs a cap, and thesis.thm4.15.repaired"
    return true_but_empty(minimax.pure_printed, VIEW.grid, largest, intended)


@claim(
    "thesis.thm4.15.divergence",
    r"In the proof: $\mathrm{KL}(M_\mu\|M_{\mu'})\le\varepsilon\,\mathbb E_\mu[N_i(T)]\,"
    r"\mathrm{TV}(P_i\|P_i')\le\varepsilon\frac T{K-1}\sqrt{\frac12\mathrm{KL}(\mathcal N(0,1)\|"
    r"\mathcal N(2\Delta,1))}=\varepsilon\frac{T\Delta}{K-1}$, by Theorem 4.9, Pinsker and the "
    r"choice "
    r"of $i$.",
    recorded="holds",
    stated=True,
    kind="proof step",
    place="4.3.1 proof of Theorem 4.15",
    title="the divergence of the two instances under View DP",
    mutants={"sharper: 0.79 Delta for Delta": {"factor": Fraction("0.79")}},
)
def divergence(
    factor: Fraction = Fraction(1), proof: Proof = written_proof("thesis.thm4.15.divergence")
) -> Verdict:
    """The exact distance against Pinsker's bound; the quotient is sqrt(2/pi) in the limit."""
    sides = Sides()
    with working_precision(128):
        for gap in (Fraction(1, 1000), Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(5)):
            line = ball(factor * gap)
            sides.at_most(normal_distance(ball(gap)), line, "TV is above its bound.", Delta=gap)
    return proof.verdict(
        "KL(N(0,1), N(2 Delta,1)) = 2 Delta^2, so Pinsker gives TV <= Delta; the exact distance "
        "2 Phi(Delta) - 1 is at most sqrt(2/pi) = 0.798 times that.",
        instances="the distance at five gaps, in balls.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.thm4.15.arithmetic",
    r"The end of the proof: $\frac{T\Delta}4\exp(-\varepsilon\frac{T\Delta}{K-1})$ is largest at "
    r"$\Delta=\frac{K-1}{\varepsilon T}$, and with $e^{-1}\ge\frac8{22}$ half of it is at least "
    r"$\frac1{22}\frac{K-1}\varepsilon$.",
    recorded="holds",
    stated=True,
    kind="proof step",
    place="4.3.1 proof of Theorem 4.15",
    title="arithmetic of the proof of Theorem 4.15",
    mutants={
        "sharper: 21.7 in place of 22": {"denominator": Fraction("21.7")},
        "another gap": {"shift": Fraction(1, 100)},
    },
)
def arithmetic(denominator: Fraction = Fraction(22), shift: Fraction = Fraction(0)) -> Verdict:
    """The derivative and the value, symbolically, and the constant in balls."""
    import sympy as sp

    d, t, k, e = sp.symbols("Delta T k epsilon", positive=True)  # k = K - 1
    bound = t * d / 4 * sp.exp(-e * t * d / k)
    chosen = k / (e * t) * (1 + sp.Rational(shift.numerator, shift.denominator))
    slope = sp.simplify(sp.diff(bound, d) / (t / 4 * sp.exp(-e * t * d / k)))
    require(slope.subs(d, chosen) == 0, "The gap is not the best one.", slope=slope)
    require(sp.diff(slope, d).is_negative, "The slope does not decrease.", slope=slope)
    half = sp.simplify(bound.subs(d, chosen) / 2 / (k / e))
    require(sp.simplify(half - sp.exp(-1) / 8) == 0, "Another value.", value=half)
    sides = Sides()
    with working_precision(128):
        constant = (-arb(1)).exp() / 8
        sides.at_most(
            ball(1 / denominator), constant, "The constant is smaller.", constant=constant
        )
    return proved(
        "The slope is proportional to 1 - eps T Delta/(K-1); half of the value is "
        "(K-1)/(8 e eps), and 8 e = 21.746 < 22.",
        covered="All K, T, eps and Delta, symbolically; the constant in balls.",
        sharpness=sides.sharpness,
    )


@pair(
    "thesis.thm4.15.bounded",
    r"The bound (4.10) for unit-variance normal rewards with means in $[0,1]$: "
    r"$\mathrm{Reg}^*_{T,\varepsilon}\ge\frac1{22}\frac{K-1}\varepsilon$ for $K>1$, $T\ge K-1$ and "
    r"every $\varepsilon>0$.",
    r"For unit-variance normal rewards with means in $[0,1]$ and $K>1$: "
    r"$\mathrm{Reg}^*_{T,\varepsilon}\ge\min\{\frac{K-1}{8e\,\varepsilon},\frac T{16e}\}$, and "
    r"$\ge\frac1{27}\sqrt{T(K-1)}$ if $T\ge K-1$. For $T\ge 2(K-1)/\varepsilon$ the first is "
    r"at least $\frac{K-1}{21.75\,\varepsilon}$, which is above the printed "
    r"$\frac{K-1}{22\varepsilon}$.",
    repair="thesis.thm4.15.repaired",
    recorded="holds-with-repair",
    reading="means in [0, 1]",
    doubts=("D6",),
    place="4.3.1 Theorem 4.15",
    title="the second term of (4.10) for means in [0, 1]",
    repaired_title="minimax View bound for means in [0, 1]",
    subjects={"formula": (minimax.pure_printed, minimax.pure_proved)},
    mutants={
        "the gap leaves [0, 1]": {"cap": False},
        "sharper: one per cent more": {"formula": scaled(minimax.pure_proved, Fraction("1.01"))},
        "one per cent less": {"formula": scaled(minimax.pure_proved, Fraction("0.99"))},
    },
)
def capped(
    formula: Formula, cap: bool = True, proof: Proof = written_proof("thesis.thm4.15.repaired")
) -> Verdict:
    """The chain of the printed proof with the gap cut at 1/2, and Pinsker against the exact TV."""
    constant, sharpness = VIEW.inverse_constant(formula, lambda: arb(1), Fraction(22), cap=cap)
    return proof.verdict(
        f"With D = min((K-1)/(eps T), 1/2) the exponent is at most 1 and the means stay in [0, 1]; "
        f"the constant is 8 e = {constant} < 22.",
        instances=f"The bound is that of the argument at {len(VIEW.grid)} points with T from 1 to "
        "10^8 and eps from 1e-9 to 50, in balls; the policy without rewards.",
        sharpness=sharpness,
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
        "sharper: the decimal rounded down": {"decimal": Fraction("17.351")},
        "sharper: one per cent more": {"formula": scaled(minimax.pure_sharp, Fraction("1.01"))},
        "one per cent less": {"formula": scaled(minimax.pure_sharp, Fraction("0.99"))},
    },
)
def exact_distance(
    formula: Formula = minimax.pure_sharp,
    slope: Slope = tangent,
    decimal: Fraction = Fraction("17.3511"),
    proof: Proof = written_proof("thesis.thm4.15.sharp"),
) -> Verdict:
    """The same chain with the tangent of the distance at 0."""
    constant, sharpness = VIEW.inverse_constant(formula, slope, decimal)
    return proof.verdict(
        f"The exact distance replaces 22 by 8 e sqrt(2/pi) = {constant}.",
        instances=f"The bound is that of the argument at {len(VIEW.grid)} points, in balls.",
        sharpness=sharpness,
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
        "sharper: one per cent more": {"formula": scaled(minimax.bernoulli_pure, Fraction("1.01"))},
        "one per cent less": {"formula": scaled(minimax.bernoulli_pure, Fraction("0.99"))},
    },
)
def bernoulli(
    formula: Formula = minimax.bernoulli_pure,
    proof: Proof = written_proof("thesis.thm4.15.bernoulli"),
) -> Verdict:
    """The same two instances with Bernoulli rewards, whose distance is the difference of means."""
    _, sharpness = VIEW.inverse_constant(formula, lambda: arb(2), Fraction(44), distance=None)
    return proof.verdict(
        "TV(Ber(0), Ber(2D)) = 2D, twice what Pinsker gives for normal rewards: the constant is "
        "1/(16 e), and the cap is the same.",
        instances=f"The bound is that of the argument at {len(VIEW.grid)} points, in balls.",
        sharpness=sharpness,
    )
