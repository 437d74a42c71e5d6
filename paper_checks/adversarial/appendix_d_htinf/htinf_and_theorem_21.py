"""Claims about HTINF: the algorithm, Theorem 21, and a bound from first principles."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from flint import arb
from banditproof.algorithms.adversarial.htinf import HTINF, HTINFState
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import cited, require
from banditproof.theory.adversarial.games import NoisyGame
from banditproof.theory.adversarial.learner_bounds import htinf_printed, htinf_proved
from banditproof.theory.balls import ball, working_precision

TRACE = (
    (0, "0.8", "0.291751514064", True),
    (1, "-0.3", "0.412598948032", False),
    (2, "0.2", "0.483072598735", False),
    (0, "0.5", "0.573106226031", False),
    (1, "1.5", "0.744146746166", True),
    (0, "-0.9", "0.636805571532", True),
)
"""Forced arms, noisy losses, thresholds, and whether the loss is skipped; sigma = sqrt 6, K = 3."""


def law_of(losses: list[arb], rate: arb, steps: int = 60) -> list[arb]:
    """x_i = (h (L_i - min L) + nu)^(-2), by Newton's method from nu = 1."""
    least = losses[0]
    for loss in losses[1:]:
        least = least.min(loss)
    nu = arb(1)
    for _ in range(steps):
        inner = [rate * (loss - least) + nu for loss in losses]
        slope = sum((-2 / y**3 for y in inner), arb(0))
        nu = (nu - (sum((1 / y**2 for y in inner), arb(0)) - 1) / slope).mid()
    return [1 / (rate * (loss - least) + nu) ** 2 for loss in losses]


OF_THE_LIBRARY = HTINF()


class OneRoundLate(HTINF):
    """Wrong: a rate of the round before."""

    def stretch(self, state: HTINFState) -> float:
        """sigma sqrt(t - 1)."""
        return super().stretch(state._replace(rounds=max(state.rounds - 1, 0)))


@checks("adv.alg.htinf")
@mutant("the rate of the next round", shift=1)
@mutant("the library with twice the noise in mind", learner=HTINF(sigma_squared=24))
@mutant("the library with another threshold", learner=HTINF(theta="0.4"))
@mutant("the library one round late", learner=OneRoundLate())
def htinf_listing(
    shift: int = 0, learner: HTINF = OF_THE_LIBRARY, proof: Proof = WRITTEN
) -> Verdict:
    """Six rounds with prescribed arms: thresholds and skipped losses, and the library's HTINF."""
    state = learner.start(3)
    with working_precision(128):
        share = 1 - arb(2) ** (-arb(1) / 3)
        totals = [arb(0)] * 3
        for round_, (arm, loss, threshold, skipped) in enumerate(TRACE, 1):
            rate = 1 / (arb(6) * (round_ + shift)).sqrt()
            masses = law_of(totals, rate)
            mass = sum(masses, arb(0))
            require(bool(abs(mass - 1) < ball(Fraction(1, 10**20))), "No law.", round=round_)
            result = share * masses[arm].sqrt() / rate
            near = bool(abs(result - ball(Fraction(threshold))) < ball(Fraction(1, 10**11)))
            require(near, "Another threshold.", round=round_, found=result, expected=threshold)
            law = learner.law(state)
            same = all(abs(p - float(x)) < 1e-11 for p, x in zip(law, masses, strict=True))
            require(same, "The library plays from another law.", round=round_, law=law)
            least = learner.threshold(state, law[arm])
            require(abs(least - float(result)) < 1e-11, "The library skips others.", round=round_)
            state = learner.update(state, arm, float(loss))
            size = abs(ball(Fraction(loss)))
            require((size > result) == skipped, "Another round is skipped.", round=round_)
            if not skipped:
                totals[arm] += ball(Fraction(loss)) / masses[arm]
    return proof.verdict()


Bound = Callable[[NoisyGame], arb]
GAMES = tuple(
    NoisyGame.of(k, n, s) for k in (1, 2, 100) for n in (1, 50, 10**9) for s in (0, "1/2", 1, 9)
)


@checks("adv.thm21.self")
@mutant("sharper: a hundredth of it at one round", bound=lambda g: htinf_proved(g) / 100)
def htinf_regret(bound: Bound = htinf_proved, proof: Proof = WRITTEN) -> Verdict:
    """The bound is at least the regret 1 - 1/K of the first round, which is played uniformly."""
    sides = Sides()
    with working_precision(96):
        for game in GAMES:
            least = ball(1 - Fraction(1, game.arms))
            sides.at_most(least, bound(game), "The first round costs more.", game=game)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.thm21")
@mutant("sharper: 14 for 30", share=Fraction(14, 30))
@mutant("without the root of K", printed=lambda g: htinf_printed(g) / ball(g.arms).sqrt())
def cited_htinf_regret(printed: Bound = htinf_printed, share: Fraction = Fraction(1)) -> Verdict:
    """At alpha = 2, s = sigma: the bound from first principles is below the cited one."""
    sides = Sides()
    with working_precision(96):
        for game in GAMES:
            variance = 2 * game.second_moment
            own = partial(htinf_proved, variance=variance)(game)
            # with s = sigma instead of the second moment of the losses
            share_of = 1 - arb(2) ** (-arb(1) / 3)
            factor = 2 + 2 / (1 - share_of) + 2 / share_of
            full = factor * (ball(variance) * game.size).sqrt()
            require(bool(own <= full), "The second moment is larger than sigma^2.", game=game)
            allowed = printed(game) * share.numerator / share.denominator
            sides.at_most(full, allowed, "The cited bound is smaller.", game=game)
    return cited(sharpness=sides.sharpness)
