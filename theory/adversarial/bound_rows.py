"""The bounds of private adversarial bandits as rows, and which of them a game has."""

from fractions import Fraction
from flint import arb
from banditproof.theory.bound_words import Side, Status
from banditproof.theory.lower_bounds.minimax import bernoulli_logarithmic
from . import barrier_bounds as barriers
from . import conversion_bounds as conversions
from . import expert_bounds as experts
from .bound_hypotheses import (
    at_most_one,
    few_pulls,
    large_logarithm,
    moderate_risk,
    one_batch,
    one_round_each,
    positive_logarithm,
    probability,
    risk_with_privacy,
    small_risk,
    some_pulls,
    two_experts,
)
from .bound_row import Protection, Row, upper
from .games import PrivateGame

PRINTED, OURS, REPAIRED = Status.PRINTED, Status.OURS, Status.REPAIRED
NONE, APPROXIMATE, PURE, LOCAL = Protection


BANDIT_ROWS = (
    upper(
        "batched HTINF, as printed",
        "adv.cor2",
        PRINTED,
        "208 sqrt(KT/eps) + 2/eps",
        conversions.htinf_conversion_printed,
        at_most_one,
        one_round_each,
    ),
    upper(
        "batched HTINF, the proof of the paper",
        "adv.cor2",
        PRINTED,
        "(60/eps) sqrt(6 K (eps T + 1)) + 2/eps",
        conversions.htinf_conversion_derived,
        at_most_one,
        one_round_each,
    ),
    upper(
        "batched HTINF, from first principles",
        "adv.thm21.self",
        OURS,
        "at most 19.86 sqrt(KT/min(1, eps)), and the rounds left over",
        conversions.htinf_conversion_proved,
        one_batch,
    ),
    upper(
        "batched HTINF, tuned",
        "adv.thm21.self",
        OURS,
        "at most 13.86 sqrt(KT/min(1, eps)), and the rounds left over",
        conversions.htinf_conversion_tuned,
        one_batch,
        note="sigma = 2 sqrt(1 + 2 s^2) and the share 1/2, with s the scale of the noise",
    ),
    upper(
        "batched EXP3, as printed",
        "adv.cor22",
        PRINTED,
        "36 sqrt(KT log K) log(KT)/sqrt(eps) + 4/eps",
        conversions.exp3_conversion_printed,
        at_most_one,
        positive_logarithm,
        probability("gamma", conversions.exp3_conversion_mixing),
    ),
    upper(
        "batched EXP3, repaired constant",
        "adv.cor22.regret",
        REPAIRED,
        "(4 sqrt(22) L + 16/sqrt(22)) sqrt(KT log K/eps) + 4/eps, L = log(eps K T)",
        conversions.exp3_conversion_derived,
        at_most_one,
        large_logarithm,
        probability("gamma", conversions.exp3_conversion_mixing),
    ),
    upper(
        "batched EXP3, tuned",
        "adv.cor22.noisy",
        OURS,
        "2 tau sqrt(K n log K (1 + 2 s^2 + 4 s log(K n))) + tau, and the rounds left over",
        conversions.exp3_conversion_tuned,
        one_batch,
        note="n batches of tau rounds; the noise, of scale s, enters with its mean square, so that "
        "the log is under the root",
    ),
    upper(
        "batched FTPL, as printed",
        "adv.cor24",
        PRINTED,
        "32 sqrt(KT) log K log(KT)/sqrt(eps) + 2/eps",
        conversions.ftpl_conversion_printed,
        at_most_one,
        one_round_each,
        note="of the listing as it is meant, with arg min and a counter that starts at M; as it "
        "is printed its regret grows like T (adv.alg4.linear)",
    ),
    upper(
        "batched FTPL, sharp",
        "adv.lem25.sharp",
        OURS,
        "tau (e_K/eta + 2 c eta K n (1 + 2 s^2) + K n/(e M) + 1), and the rounds left over",
        conversions.ftpl_conversion_proved,
        one_batch,
        one_round_each,
        note="repaired listing with the prescribed M and eta; n batches of tau rounds, with noise "
        "of scale s",
    ),
)
"""The upper bounds without experts."""

CONVERTED_ROWS = (
    upper(
        "batched HTINF on experts, as printed",
        "adv.cor8",
        PRINTED,
        "208 sqrt(NT/eps) + 2/eps",
        experts.expert_conversion_printed,
        at_most_one,
        one_round_each,
    ),
    upper(
        "batched HTINF on experts, from first principles",
        "adv.thm21.self",
        OURS,
        "at most 19.86 sqrt(NT/min(1, eps)), and the rounds left over",
        lambda game: conversions.htinf_conversion_proved(game.experts_as_arms),
        one_batch,
    ),
    upper(
        "batched HTINF on experts, tuned",
        "adv.thm21.self",
        OURS,
        "at most 13.86 sqrt(NT/min(1, eps)), and the rounds left over",
        lambda game: conversions.htinf_conversion_tuned(game.experts_as_arms),
        one_batch,
        note="sigma = 2 sqrt(1 + 2 s^2) and the share 1/2, with s the scale of the noise",
    ),
)
"""The upper bounds of bandit algorithms with the experts as arms."""

LOCAL_ROWS = (
    upper(
        "locally private EXP4, as printed",
        "adv.thm9",
        PRINTED,
        "16 sqrt(KT log N) log(KT)/eps + 1",
        experts.local_exp4_printed,
        at_most_one,
        two_experts,
        probability("gamma", experts.local_exp4_mixing),
        protection=LOCAL,
    ),
    upper(
        "locally private EXP4, the proof of the paper",
        "adv.thm9",
        PRINTED,
        "log N/eta + gamma T + 2 eta K T (1 + 10 log(KT)^2/eps^2) + 1",
        experts.local_exp4_derived,
        two_experts,
        probability("gamma", experts.local_exp4_mixing),
        protection=LOCAL,
    ),
    upper(
        "locally private EXP4, tuned",
        "adv.thm9.sharp",
        OURS,
        "2 sqrt(KT log N (1 + 2/eps^2 + 4 log(KT)/eps)) + 1",
        experts.local_exp4_tuned,
        two_experts,
        probability("gamma", experts.local_exp4_tuned_mixing),
        note="the noise enters with its mean square",
        protection=LOCAL,
    ),
)
"""The upper bounds of EXP4 with noise on every loss."""


BATCHED_ROWS = (
    upper(
        "batched EXP4, as printed",
        "adv.thm10.regret",
        PRINTED,
        "100 A + B, B = sqrt(N log(1/delta)) log(NT) log(N)/eps",
        experts.batched_exp4_printed,
        at_most_one,
        two_experts,
        small_risk,
        moderate_risk,
        note="A = N^(1/6) K^(1/2) T^(2/3) (sqrt(log(1/delta)) log(NT) log(N)/eps)^(1/3)",
        protection=APPROXIMATE,
    ),
    upper(
        "batched EXP4, repaired",
        "adv.thm10.regret.repaired",
        REPAIRED,
        "100 A",
        experts.batched_exp4_repaired,
        at_most_one,
        two_experts,
        small_risk,
        note="with N log(1/delta) in gamma, and without B, which counts only above T",
        protection=APPROXIMATE,
    ),
    upper(
        "batched EXP4, tuned",
        "adv.thm10.tuned",
        OURS,
        "tau log N/eta + tau n (gamma + eta K + 2 eta s^2 + (N n)^-2.16) and the rounds left over",
        experts.batched_exp4_proved,
        at_most_one,
        two_experts,
        risk_with_privacy,
        probability("gamma", lambda game: experts.tuned_parameters(game).mixing),
        note="with its own tau, n batches, noise of scale s",
        protection=APPROXIMATE,
    ),
)
"""The upper bounds of batched EXP4, which is (eps, delta)-DP."""


def several(game: PrivateGame) -> int:
    """The arms of a bandit problem inside the game: each of min{K, N} experts plays its own arm."""
    return game.arms if game.experts is None else min(game.arms, game.experts)


def _few(game: PrivateGame) -> PrivateGame:
    return PrivateGame(several(game), game.horizon, game.eps)


def _private_lower(game: PrivateGame) -> arb:
    return bernoulli_logarithmic(several(game), Fraction(game.horizon), game.eps)


LOWER_ROWS = (
    Row(
        "losses at random",
        "adv.lem11.every_algorithm",
        Side.LOWER,
        NONE,
        OURS,
        "close to 0.0758 sqrt(T (K-1)) for long horizons",
        lambda game: barriers.bernoulli_minimax(_few(game)),
    ),
    Row(
        "losses at random, privacy",
        "thesis.thm4.15.bernoulli_logarithm",
        Side.LOWER,
        PURE,
        OURS,
        "(K-1)/(2 eps) W(eps T/(8 (K-1))), W the function of Lambert",
        _private_lower,
    ),
    Row(
        "algorithms that hardly explore",
        "adv.lem11.bound.repaired",
        Side.LOWER,
        PURE,
        REPAIRED,
        "sqrt(p T (1 - e^(eps p)/2)/16) at the best whole p < log(2)/eps",
        barriers.under_exploration_root,
        (some_pulls, few_pulls),
        note="Lemma 11 with tau = 0; not of all algorithms",
        of_class="algorithms that play a worse arm at most p times in p/gamma rounds",
    ),
)
"""The lower bounds: of every algorithm, of every private one, and of a class."""


def lower_rows(game: PrivateGame) -> tuple[Row, ...]:
    """The lower bounds; fewer experts than arms are N arms, in the words too.

    >>> lower_rows(PrivateGame.of(10, 10**6, 1, experts=2))[0].words
    'close to 0.0758 sqrt(T (N-1)) for long horizons'
    """
    if several(game) == game.arms:
        return LOWER_ROWS
    return tuple(row._replace(words=row.words.replace("K", "N")) for row in LOWER_ROWS)


def rows_of(game: PrivateGame) -> tuple[Row, ...]:
    """The rows that a game is asked for, in the order of the paper."""
    if game.experts is None:
        return (*BANDIT_ROWS, *lower_rows(game))
    batched = () if game.delta is None else BATCHED_ROWS
    return (*CONVERTED_ROWS, *LOCAL_ROWS, *batched, *lower_rows(game))
