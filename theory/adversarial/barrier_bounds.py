"""Lower bounds of the regret of private adversarial bandits: of a class, and of all algorithms.

Lemma 11 of Faster Rates for Private Adversarial Bandits is about algorithms that hardly explore:
on losses (1/2, 1) they play arm 2 at most gamma T times, and at most p times in the p/gamma rounds
after round tau, each with probability 1/2. If arm 2 becomes free of loss after round tau, an eps-DP
algorithm cannot tell from p looks, as long as p < log(2)/eps. All functions return balls at the
working precision.
"""

from collections.abc import Callable
from fractions import Fraction
from math import floor
from flint import arb
from banditproof.theory.balls import MoreBits, at_growing_precision, ball, is_positive, lower, upper
from banditproof.theory.lower_bounds.minimax import bernoulli_logarithmic
from .games import PrivateGame


def blindness(pulls: int, eps: Fraction) -> arb:
    """1 - e^(eps p)/2, positive if and only if p < log(2)/eps.

    It is the least probability that the algorithm plays as before on the changed losses.
    """
    return 1 - (ball(eps) * pulls).exp() / 2


def largest_pulls(eps: Fraction) -> int:
    """The most pulls p for which Lemma 11 says anything: the last whole number below log(2)/eps.

    >>> largest_pulls(Fraction(1, 2)), largest_pulls(Fraction(1))
    (1, 0)
    """
    if eps <= 0:
        raise ValueError(f"eps is {eps}; give a positive budget.")
    return _floor(lambda: arb(2).log() / ball(eps))


def best_pulls(eps: Fraction) -> int:
    """The whole number p >= 1 at which p (1 - e^(eps p)/2) is the largest.

    It is beside (W(2 e) - 1)/eps, W the function of Lambert, for the function is concave.

    >>> best_pulls(Fraction(1, 10)), best_pulls(Fraction(1, 100))
    (4, 37)
    """
    if largest_pulls(eps) < 1:
        raise ValueError(
            f"eps is {eps}; give eps < log 2 = 0.693, beyond which Lemma 11 has no whole number p."
        )
    near = max(1, _floor(lambda: best_blind_share() / ball(eps)))
    gain = is_positive(lambda: (near + 1) * blindness(near + 1, eps) - near * blindness(near, eps))
    return near + 1 if gain else near


def best_blind_share() -> arb:
    """W(2 e) - 1 = 0.3748: the u = eps p at which u (1 - e^u/2) is the largest."""
    return (2 * arb(1).exp()).lambertw() - 1


def _floor(number: Callable[[], arb]) -> int:
    """The last whole number below an irrational number."""

    def found(_: int) -> int:
        value = number()
        low, high = floor(lower(value)), floor(upper(value))
        if low != high:
            raise MoreBits
        return low

    return at_growing_precision(found, digits=1)


def under_exploration(
    game: PrivateGame, pulls: int, share: Fraction, warm_up: Fraction = Fraction(0)
) -> arb:
    """max{gamma T/4, (1 - e^(eps p)/2) p/(4 gamma) - tau/2}: Lemma 11 for gamma, p and tau.

    >>> game = PrivateGame.of(2, 10**6, "0.1")
    >>> float(game.value(lambda game: under_exploration(game, 4, Fraction(1, 1000))))
    254.08765117936485
    """
    if not 0 < share <= Fraction(1, 2):
        raise ValueError(f"gamma is {share}; give a share in (0, 1/2], as Lemma 11 has it.")
    _require_play(pulls, warm_up)
    first = ball(share * game.horizon / 4)
    second = blindness(pulls, game.eps) * ball(pulls / (4 * share)) - ball(warm_up / 2)
    return first.max(second)


def under_exploration_root(
    game: PrivateGame, pulls: int | None = None, warm_up: Fraction = Fraction(0)
) -> arb:
    """sqrt(p T (1 - e^(eps p)/2)/16) - tau/2: Lemma 11 for every gamma, by default at the best p.

    >>> print(PrivateGame.of(2, 10**6, "0.1").value(under_exploration_root, 6))
    252.0355387[5..6]
    """
    looks = best_pulls(game.eps) if pulls is None else pulls
    _require_play(looks, warm_up)
    chance = blindness(looks, game.eps)
    if not chance > 0:
        raise ValueError(
            f"p is {looks} at eps = {game.eps}; give p < log(2)/eps, for otherwise Lemma 11 has "
            "the root of a negative number."
        )
    return (looks * chance * game.horizon / 16).sqrt() - ball(warm_up / 2)


def _require_play(pulls: int, warm_up: Fraction) -> None:
    if pulls < 1 or warm_up < 0:
        raise ValueError(
            f"p is {pulls} and tau is {warm_up}; give at least one pull, and no negative round."
        )


def under_exploration_limit(game: PrivateGame) -> arb:
    """u/(4 sqrt(1 + u)) sqrt(T/eps) = 0.0799 sqrt(T/eps), u = W(2 e) - 1: Lemma 11 as eps falls."""
    u = best_blind_share()
    return u / (4 * (1 + u).sqrt()) * ball(game.horizon / game.eps).sqrt()


def bernoulli_minimax(game: PrivateGame) -> arb:
    """(K-1) D/k W(k T/(8 (K-1))) with k = -log(1 - 16 D^2)/2: for every algorithm, private or not.

    W is the function of Lambert and D = min{sqrt(e (K-1)/T), 1/5}; the number is close to
    sqrt(T (K-1))/(8 sqrt(e)) for long horizons. Losses are 0 or 1 at random. One arm has the mean
    1/2 - D, the others 1/2; the arm i that is played least has 1/2 - 2 D in a second world. The sum
    of both regrets is at least (T D/4) exp(-k E N_i), and E N_i <= R/((K-1) D) for the worst
    regret R.

    >>> print(PrivateGame.of(2, 10**6, 1).value(bernoulli_minimax, 6))
    [75.815508089..75.815508092]
    """
    if game.arms < 2:
        raise ValueError("There is one arm, and its regret is 0; give at least 2 arms.")
    ratio = ball(Fraction(game.arms - 1, game.horizon))
    gap = (arb(1).exp() * ratio).sqrt().min(arb(1) / 5)
    cost = -(-16 * gap**2).log1p() / 2
    return (game.arms - 1) * gap / cost * (cost / (8 * ratio)).lambertw()


def several(game: PrivateGame) -> int:
    """The arms of a bandit problem inside the game: each of min{K, N} experts plays its own arm."""
    return game.arms if game.experts is None else min(game.arms, game.experts)


def losses_at_random(game: PrivateGame) -> arb:
    """The lower bound of a bandit problem inside the game."""
    return bernoulli_minimax(PrivateGame(several(game), game.horizon, game.eps))


def losses_at_random_with_privacy(game: PrivateGame) -> arb:
    """The lower bound of private algorithms on a bandit problem inside the game."""
    return bernoulli_logarithmic(several(game), Fraction(game.horizon), game.eps)
