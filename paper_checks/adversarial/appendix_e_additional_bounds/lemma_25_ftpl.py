"""Claims about Lemma 25: the regret of FTPL under noise, step by step, and its constants."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import points, require_or_repair
from banditproof.theory import Enclosure
from banditproof.theory.adversarial.games import NoisyGame
from banditproof.theory.adversarial.learner_bounds import ftpl_lower, ftpl_printed, ftpl_proved
from banditproof.theory.adversarial.maximum_of_laplace import laplace_maximum
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade
from ...checking import WRITTEN, Outcome, Proof, Sides, Verdict, checks, mutant, written_proof

BIAS = written_proof("adv.lem25.bias")


@checks("adv.lem25.bias")
def bias_of_an_arm(proof: Proof = BIAS) -> Verdict:
    """z e^-z is largest at 1."""
    return proof.verdict()


@checks("adv.lem25.maximum")
@mutant("sharper: 1.07", factor=Fraction(107, 100))
def largest_laplace(factor: Fraction = Fraction(10821, 10**4), proof: Proof = WRITTEN) -> Verdict:
    """The proof; exact values."""
    sides = Sides()
    with working_precision(80):
        for count in (2, 3, 10, 64, 24735):
            most = Enclosure.of(ball(factor) * ball(count).log())
            sides.at_most(laplace_maximum(count), most, "It is larger.", K=count)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.lem25.sharp")
def sharp_regret(proof: Proof = WRITTEN) -> Verdict:
    """The proof; against the printed bound and the lower bound."""
    sides = Sides()
    for arms, rounds in ((16, 10**6), (2, 10**6), (50000, 5 * 10**14)):
        game = NoisyGame.of(arms, rounds, 0)
        low, high = game.value(ftpl_lower, 9), game.value(ftpl_proved, 9)
        sides.at_most(low, high, "The lower bound is above it.", K=arms, T=rounds)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.lem25.lower")
def lower_regret(proof: Proof = WRITTEN) -> Verdict:
    """The proof; the value at K = 50000 and T = 5e14 over sqrt(KT)."""
    sides = Sides()
    game = NoisyGame.of(50000, 5 * 10**14, 0)

    def root(one: NoisyGame) -> arb:
        return one.size.sqrt() * ball(Fraction(107, 10))

    sides.at_most(game.value(root), game.value(ftpl_lower), "It is smaller.", K=50000, T=5 * 10**14)
    return proof.verdict(sharpness=sides.sharpness)


def first_of_two(apart: Fraction) -> arb:
    """The probability of the arm whose estimate is smaller by `apart`, in units of 1/eta."""
    return 1 - (-ball(apart)).exp() * (2 + ball(apart)) / 4


@checks("adv.lem25.a", subjects={"arms": (1, 2)})
@mutant("sharper: 4 log K", factor=4)
def size_of_the_perturbations(arms: int, factor: int = 6, proof: Proof = WRITTEN) -> Verdict:
    """2 H_K, the mean of 2 max |Z_i| at eta = 1, from the least number of arms on."""
    sides = Sides()
    with working_precision(64):
        for count in range(arms, 11):
            mean = 2 * sum(Fraction(1, k) for k in range(1, count + 1))
            most = Enclosure.of(factor * ball(count).log())
            finding = "With one arm the right side is 0."
            require_or_repair(count > 1 or mean <= most, finding, K=count, eta=1, left_side=mean)
            sides.at_most(mean, most, "The mean is larger.", K=count, eta=1)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.lem25.c", subjects={"sign": (-1, 1)})
def change_of_a_probability(sign: int, proof: Proof = WRITTEN) -> Verdict:
    """Two arms with equal estimates, eta = 1, and an estimate of -1 of arm 1."""
    with working_precision(80):
        left = -(ball(Fraction(1, 2)) - first_of_two(Fraction(1)))
        right = sign * (ball(1).exp() - 1) / 2
        finding = (
            "Noisy losses are negative now and then; the next lines use the square of the estimate."
        )
        require_or_repair(left <= right, finding, K=2, eta=1, estimate=-1, left=left, right=right)
    return proof.verdict()


@checks("adv.lem25.rate", subjects={"arms": (1000, 1)})
@mutant("few arms", "print", arms=2)
def rate_for_small_estimates(arms: int, proof: Proof = WRITTEN) -> Verdict:
    """The largest eta |l| on the complement of E for T = 1000 and lambda = 1."""
    horizon = 1000
    with working_precision(80):
        size = 1 + arb(10).sqrt() * ball(arms * horizon).log()
        largest = size / (1 + 4 * ball(horizon).log())
        finding = (
            "The noise is bounded by a multiple of log(KT), not of log T; in one display it is "
            "even "
            "eta log T. The conclusion survives it (adv.lem25.tuned keeps the printed rate)."
        )
        require_or_repair(
            largest <= 1, finding, K=arms, T=horizon, scale=1, eta_times_estimate=largest
        )
    return proof.verdict()


@checks("adv.lem25.f")
@mutant("sharper: half", proof=BIAS.changed(5, formula="l*p*exp(-m*k) <= exp(-1)/m/2"))
def bias_of_the_estimates(proof: Proof = BIAS) -> Verdict:
    """One round of the two sums."""
    result = proof.verdict("The mean of an estimate is the loss times 1 - (1 - P)^M.")
    if result.outcome != Outcome.HOLDS:
        return result
    return points(
        result.summary,
        covered="A round, for all probabilities, losses and M.",
        not_covered="The sum over the rounds, and the mean given E^c, where the noise has mean 0.",
    )


@checks("adv.lem25.tuned")
@mutant("sharper: a third of it at the points", share=Fraction(1, 3))
def printed_rate(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The sharp bound at the printed rate; the formula in some games."""
    sides = Sides()
    factor, rest = share * Fraction("10.61"), share * Fraction("0.87")

    def stated(game: NoisyGame) -> arb:
        leading = ball(factor) * ball(game.scale) * game.log_arms * game.log_size
        return (leading + ball(rest)) * game.size.sqrt()

    for arms, rounds in ((2, 100), (10, 10**6), (1000, 10**6)):
        game = NoisyGame.of(arms, rounds, 1)
        left, right = game.value(ftpl_proved, 9), game.value(stated, 9)
        sides.at_most(left, right, "The bound is above the claim.", K=arms, T=rounds)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.lem25.regret", subjects={"scale": (Fraction(0), Fraction(1))})
@mutant("sharper: a quarter", share=Fraction(1, 4))
@mutant("few arms", "print", arms=2)
def regret_of_ftpl(
    scale: Fraction, arms: int = 50000, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The lower bound against the print for small noise; the sharp bound for large noise."""
    game, sides = NoisyGame.of(arms, 5 * 10**14, scale), Sides()
    most = game.value(lambda item: ftpl_printed(item) * ball(share), 9)
    if scale < 1:
        low = game.value(ftpl_lower, 9)
        require_or_repair(
            low <= most,
            "Without noise the bound is 10 sqrt(KT), but on losses (0, 1, ..., 1) the regret of "
            "the repaired algorithm is at least (e_K - o(1)) sqrt(KT), and e_K grows like log K.",
            Grade.OUTLINED,
            K=arms,
            T=5 * 10**14,
            scale=scale,
            regret_at_least=low,
            bound=most,
        )
    else:
        sides.at_most(game.value(ftpl_proved, 9), most, "It is above the print.", K=arms)
    return proof.verdict(sharpness=sides.sharpness)
