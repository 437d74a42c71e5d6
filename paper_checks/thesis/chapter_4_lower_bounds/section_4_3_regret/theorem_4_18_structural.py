"""Claims about Theorem 4.18, the structural bound of linear bandits, as printed."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.thesis.appendix_b_chapter_4.lemma_b_1_structure_constant import (
    two_arms,
)
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points, refuted, require
from banditproof.theory import LinearBandit
from banditproof.theory.balls import upper, working_precision
from banditproof.theory.linear_bounds import (
    StructuralBound,
    Structure,
    norm_form_structural_bound,
    printed_structural_bound,
    printed_structure_constant,
    private_structural_bound,
)
from banditproof.theory.linear_bounds.norm_program import squared_norms
from banditproof.verify.evidence import Grade
from .sign_elimination import SignElimination

Program = Callable[[LinearBandit, Fraction], StructuralBound]
EPS = Fraction(1, 10)
MEANS = (Fraction(1, 4), Fraction(-1, 4))
RULE = SignElimination(EPS)


@checks("thesis.thm4.18.policy")
@mutant("half the noise", noise=Fraction(1, 2))
@mutant("sharper: a quarter of the bound", share=0.25)
def private_policy(
    noise: Fraction = Fraction(1), share: float = 1.0, proof: Proof = WRITTEN
) -> Verdict:
    """The proof, and the law of single epochs against the bound of the proof."""
    for eps, means in ((EPS, MEANS), (Fraction(2), (Fraction(1), Fraction(-1)))):
        policy = SignElimination(eps, noise)
        require(policy.spent <= eps, "A release spends more than eps.", spent=policy.spent)
        for horizon in (2**exponent for exponent in (2, 4, 8, 11, 14)):
            pulls = policy.worse_pulls(means, horizon)
            most = share * policy.worse_pulls_bound(means, horizon)
            require(
                pulls <= most, "The worse arm gets too many pulls.", horizon=horizon, pulls=pulls
            )
    return proof.verdict()


@checks("thesis.thm4.18")
@mutant("the linear program", program=private_structural_bound)
@mutant("the norm form with the true constant", program=norm_form_structural_bound)
@mutant("a policy that is not private", policy=SignElimination(EPS, noise=Fraction(1, 2)))
def printed_theorem(
    program: Program = printed_structural_bound, policy: SignElimination = RULE
) -> Verdict:
    """The printed number for one and the same bandit, against a policy that does better."""
    need(policy.spent <= EPS, "Each release spends more than eps", spent=policy.spent)
    with working_precision(128):
        reached = upper(policy.coefficient(MEANS))
    values = {k: program(two_arms(Fraction(1, k), "1/4", "-1/4"), EPS) for k in (1, 5, 10, 20, 100)}
    for parts, value in reversed(values.items()):
        if value.lower <= reached:
            continue
        eta = Fraction(1, parts)
        case: dict[str, Any] = {
            "printed c(A, theta)": f"{float(value.lower):.9g}",
            "rate of the policy": f"{float(reached):.6g}",
        }
        return refuted(
            "The arms (1, 0), (1, eta) are two normal arms of variance 1 whatever eta is, and the "
            f"printed bound grows like 1/eta^2 (from {values[1].value:.6g} at eta = 1 to "
            f"{value.value:.6g} at eta = 1/{parts}, eps = 1/10, gap 1/2), while an explicit "
            f"eps-View DP policy has limsup Reg_T / log T <= {float(reached):.6g} (see Lemma B.1). "
            "The proof also calls sub-linear regret consistent, drops an absolute value, and puts "
            "an approximating sequence for its limit.",
            "The policy compares shares of positive rewards in phases of 2^l pulls of each arm "
            "with Laplace noise 1/(eps 2^l), and restarts at horizons 2^(2^m): for T > 2 its "
            "regret is at most its rate times log T plus (log2(log2 T) + 5.2)/2. The printed rate "
            "is 20 (1 + 1/eta^2).",
            arms="(1, 0) and (1, eta)",
            eta=eta,
            theta=(MEANS[0], (MEANS[1] - MEANS[0]) / eta),
            eps=EPS,
            **case,
            grade=Grade.OUTLINED,
        )
    return points()


@checks("thesis.thm4.18.appendix")
@mutant("with the inverse and 1/2", inverse=True, factor=Fraction(1, 2))
def restated_constraint(inverse: bool = False, factor: Fraction = Fraction(3)) -> Verdict:
    """The appendix' program has the value 0, and the last line another number than the theorem."""
    bandit = two_arms(Fraction(1))
    structure, value = Structure.of(bandit), printed_structural_bound(bandit, EPS)
    zero = [Fraction(0)] * len(structure.arms)
    # H_0 has no inverse, and the norm of H_0 itself is 0
    norms = squared_norms(structure, zero) if inverse else zero
    constants = [printed_structure_constant(bandit, arm) for arm in structure.arms]
    rights, lasts = (
        [
            min(gap**2 / 2, share * EPS * rho * gap)
            for rho, gap in zip(constants, structure.gaps, strict=True)
        ]
        for share in (Fraction(1, 2), factor)
    )
    feasible = norms is not None and all(n <= b for n, b in zip(norms, rights, strict=True))
    if not feasible and rights == lasts:
        return points()
    case: dict[str, Any] = {
        "squared norm at alpha = 0": "infinite" if norms is None else norms[0],
        "right side with 1/2": rights[0],
        "right side of Step 4": lasts[0],
        "restated c(A, theta)": 0 if feasible else "not 0",
        "c(A, theta) of the theorem": f"{value.value:.6g}",
    }
    return misprinted(arms=bandit.actions, gap=structure.gaps[0], eps=EPS, **case)
