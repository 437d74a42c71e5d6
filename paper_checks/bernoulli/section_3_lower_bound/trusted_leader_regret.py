"""Rigorous regret bounds of the trusted-leader policy, which refute Theorem 3.1 at mu_star = 1.

Two arms. Epoch k explores each arm m_k = (k+1)^2 times if no leader is trusted, then pulls the
leader n_k = 2^k times, and keeps it if its noisy zeros are at most theta_k = patience 2^floor(k/2).
Every noise is fresh, so at means (1, mu) the pair (explored in epoch k, arm 2 leads in epoch k) has
the probabilities e_k, b_k with e_0 = 1, b_0 = wrong_0 and

    e_{k+1} = (1 - b_k) leave_k + b_k (1 - keep_k),   b_{k+1} = e_{k+1} wrong_{k+1} + b_k keep_k,

    leave_k = Pr[Lap > theta_k]                 the faultless leader is dismissed,
    wrong_k = Pr[Bin(m_k, mu) + Z_2 >= m_k]     arm 2 wins the exploration,
    keep_k  = Pr[n_k - Bin(n_k, mu) + Lap <= theta_k]   arm 2 passes the test,

and the expected pulls of arm 2, over all time, are the sum of e_k m_k + b_k n_k. With s = eps/2 and
r = mu + (1-mu) e^{-s}, Chernoff's bound gives wrong_k <= (16/9) r^{m_k} and
keep_k <= (4/3) e^{s theta_k} r^{n_k}, for all eps > 0 and mu < 1.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from flint import arb
from banditproof.algorithms.regret.trusted_leader import TrustedLeader
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.theory.concentration.laplace_sums import laplace_tail_ball
from banditproof.theory.exact import exact

MOST_EPOCHS = 400
BITS = 192


@dataclass(frozen=True)
class _Laws:
    """The probabilities above for one policy at means (1, mu); exact for mu = 0, else bounds."""

    policy: TrustedLeader
    mu: Fraction

    @property
    def eps(self) -> Fraction:
        return exact(self.policy.eps)

    def base(self) -> arb:
        """r = mu + (1 - mu) e^{-eps/2}."""
        return ball(self.mu) + ball(1 - self.mu) * (-ball(self.eps / 2)).exp()

    def leave(self, k: int) -> arb:
        return laplace_tail_ball(1, self.eps * self.policy.tolerance(k))

    def wrong(self, k: int) -> arb:
        if self.mu == 0:
            return laplace_tail_ball(2, self.eps * self.policy.exploration(k))
        bound = ball(Fraction(16, 9)) * self.base() ** self.policy.exploration(k)
        return bound.min(arb(1))

    def keep(self, k: int) -> arb:
        zeros, allowed = self.policy.length(k), self.policy.tolerance(k)
        if self.mu == 0:
            return laplace_tail_ball(1, self.eps * (zeros - allowed))
        bound = ball(Fraction(4, 3)) * ball(self.eps * allowed / 2).exp() * self.base() ** zeros
        return bound.min(arb(1))

    def tail_is_geometric(self, k: int, leads: arb) -> bool:
        """Whether, from the even epoch k on, leave, wrong <= 8^{-j}, keep <= 1/16, b <= 2 8^{-j}.

        Each line is a comparison at epoch k that stays true for every later j: `wrong` because
        the exponent (j+1)^2 log(1/r) gains (2j+3) log(1/r) >= log 8 in every epoch; `leave`
        because theta doubles in two epochs while 8^j gains a factor 64; `keep` because
        2^{j/2} (2^{j/2} log(1/r) - s patience) grows once its bracket is positive; and b by
        induction: b_{j+1} <= wrong_{j+1} + b_j keep_j <= 8^{-j-1} + 2 8^{-j} / 16.
        """
        log8, rate = arb(8).log(), -self.base().log()
        theta = ball(self.policy.tolerance(k))
        root, cost = ball(Fraction(1 << (k // 2))), ball(self.eps / 2 * exact(self.policy.patience))
        return bool(
            (k + 1) ** 2 * rate - ball(Fraction(16, 9)).log() >= k * log8
            and (2 * k + 3) * rate >= log8
            and ball(self.eps) * theta >= (k + 1) * log8
            and root * rate >= cost
            and root * (root * rate - cost) >= ball(Fraction(64, 3)).log()
            and leads <= ball(Fraction(2, 8**k))
        )


@cache
def induction_of_the_tail() -> bool:
    """The steps of `tail_is_geometric` from one epoch to the next, and the sum behind 9 4^{-k}.

    Symbolically: (j+1)^2 gains 2j + 3; theta doubles in two epochs, and 2(k+1) >= k+3; both parts
    of b_{j+1} are 8^{-j-1}; e_j <= leave_{j-1} + b_{j-1} <= 24 8^{-j}; (j+1)^2 <= 2^j for j >= 6,
    as 2(j+1)^2 - (j+2)^2 = j^2 - 2 > 0; and the terms 26 4^{-j} beyond k sum to (26/3) 4^{-k}.
    """
    import sympy as sp

    j, k = sp.symbols("j k", integer=True, positive=True)
    gain = sp.expand((j + 2) ** 2 - (j + 1) ** 2 - (2 * j + 3)) == 0
    doubled = sp.expand(2 * (k + 1) - (k + 3) - (k - 1)) == 0
    eight = sp.Rational(1, 8)
    leads = sp.simplify(eight ** (j + 1) + 2 * eight**j / 16 - 2 * eight ** (j + 1)) == 0
    explored = sp.simplify(3 * eight ** (j - 1) - 24 * eight**j) == 0
    squares = sp.expand(2 * (j + 1) ** 2 - (j + 2) ** 2 - (j**2 - 2)) == 0 and 7**2 <= 2**6
    rest = sp.summation(26 * sp.Rational(1, 4) ** j, (j, k + 1, sp.oo))
    summed = sp.simplify(rest / sp.Rational(1, 4) ** k - sp.Rational(26, 3)) == 0
    return bool(gain and doubled and leads and explored and squares and summed)


def pulls_beside_one(policy: TrustedLeader, mu: Fraction) -> Enclosure | None:
    """Encloses the expected pulls of arm 2 over all time at means (1, mu), mu < 1; or None.

    For mu = 0 all randomness is Laplace noise, and the recursion is exact; else lo is 0 and hi
    comes from Chernoff's bounds. The sum is cut at the first even epoch from which its terms are at
    most 26 4^{-j} (e_j <= 24 8^{-j}, b_j <= 2 8^{-j}, m_j <= 2^j = n_j), which adds 9 4^{-k}.
    None means that no such epoch was found, so that nothing is proved.
    """
    laws = _Laws(policy, mu)
    with working_precision(BITS):
        explores, leads, total = arb(1), laws.wrong(0), arb(0)
        for k in range(MOST_EPOCHS):
            total += explores * policy.exploration(k) + leads * policy.length(k)
            if k >= 6 and k % 2 == 0 and laws.tail_is_geometric(k, leads):
                rest = Fraction(9, 4**k)
                return Enclosure.of(total if mu == 0 else 0, upper(total) + rest)
            keep = laws.keep(k)
            if mu == 0:
                explores = (1 - leads) * laws.leave(k) + leads * (1 - keep)
            else:
                explores = (laws.leave(k) + leads).min(arb(1))
            leads = (explores * laws.wrong(k + 1) + leads * keep).min(arb(1))
    return None


def consistency_constant(policy: TrustedLeader, best: Fraction, mu: Fraction) -> Enclosure | None:
    """A constant C with E N_2(T) <= C + sum of (k+1)^2 over k <= log2 T, at mu < best <= 1.

    An epoch of arm 2 follows a lost exploration, of probability at most (16/9) q^{m_k} with
    q = (1 - mu + mu e^s)(1 - best + best e^{-s}), or its own passed test, at most
    (4/3) e^{s theta_k} r^{n_k}. q < 1 for small s, as its slope at s = 0 is mu - best < 0. From
    some epoch on, (probability) x (length) at least halves in every epoch, for good: so C is finite
    for every instance, and None only means that MOST_EPOCHS were too few.
    """
    with working_precision(BITS):
        slopes = [exact(policy.eps) / (1 << j) for j in range(1, 12)]
        q, s = min(((_meeting(mu, best, s), s) for s in slopes), key=lambda pair: upper(pair[0]))
        if not q < 1:
            return None
        r = ball(mu) + ball(1 - mu) * (-ball(s)).exp()
        rate, cost, total = -r.log(), 2 * ball(s * exact(policy.patience)), arb(0)
        for k in range(MOST_EPOCHS):
            lost = ball(Fraction(16, 9)) * q ** policy.exploration(k)
            allowed = ball(s * policy.tolerance(k)).exp()
            passed = ball(Fraction(4, 3)) * allowed * r ** policy.length(k)
            root = ball(Fraction(1 << (k // 2)))
            # from the even epoch k on, both terms shrink by 4 at least, and their lengths double
            if (
                k % 2 == 0
                and q ** (2 * k + 3) <= ball(Fraction(1, 4))
                and root * rate >= cost
                and root * (root * rate - cost) >= arb(4).log()
            ):
                return Enclosure.of(0, total + 2 * ((1 << k) * lost + (2 << k) * passed))
            total += (1 << k) * lost.min(arb(1)) + (2 << k) * passed.min(arb(1))
    return None


def _meeting(mu: Fraction, best: Fraction, s: Fraction) -> arb:
    up, down = ball(s).exp(), (-ball(s)).exp()
    return (ball(1 - mu) + ball(mu) * up) * (ball(1 - best) + ball(best) * down)


@cache
def both_series_converge() -> bool:
    """Symbolically, for all 0 <= mu < best <= 1 and patience > 0: the constant is finite.

    log q(s) has the slope mu - best < 0 at s = 0, so some s in (0, eps/2] has q < 1; r < 1 for
    mu < 1. The logarithm of the ratio of successive terms then tends to minus infinity: with
    q = e^{-c}, r = e^{-d}, from k to k + 1 it is log 2 - (2k+3) c for the lost explorations, and
    over two epochs, u = 2^{k/2}, at most log 4 + s patience u - 3 d u^2 for the passed tests.
    """
    import sympy as sp

    mu, best, s = sp.symbols("mu best s", real=True)
    k, u, c, d, patience = sp.symbols("k u c d p", positive=True)
    meeting = (1 - mu + mu * sp.exp(s)) * (1 - best + best * sp.exp(-s))
    slope = sp.simplify(sp.diff(sp.log(meeting), s).subs(s, 0) - (mu - best)) == 0
    steps = sp.expand((k + 2) ** 2 - (k + 1) ** 2 - (2 * k + 3)) == 0
    lost = sp.limit(sp.log(2) - (2 * k + 3) * c, k, sp.oo) == -sp.oo
    passed = sp.limit(sp.log(4) + patience * u - 3 * d * u**2, u, sp.oo) == -sp.oo
    return bool(slope and steps and lost and passed)
