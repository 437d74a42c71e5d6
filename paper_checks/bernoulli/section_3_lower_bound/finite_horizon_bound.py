"""What the proof of Theorem 3.1 says at a finite horizon, with every constant explicit.

For an eps-DP policy, arms (mu_1, mu_2), an in-between mean z, an alternative y'' > mu_1, a slack s
and n = (1-s) L / (eps |z - mu_2| + kl(z, y'')) with L = log T:

    Pr[N_2(T) <= n] <= e^{(1+s) n (eps |z - mu_2| + kl(z, y''))} E''[N_1(T)] / (T - n)
                       + exp(-n kl((1+s) TV, TV)) + exp(-2 n s^2 (kl(z, y'') / eps_c(z, y''))^2),

with TV = |z - mu_2| (Lemmas C.1, C.5, C.3, the last two by Chernoff's and Doob's bounds). So
E[N_2(T)] >= n (1 - that). A consistent policy has E''[N_1(T)] <= T^{s^2/2} from some T on.
"""

from fractions import Fraction
from flint import arb
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.theory.bernoulli import kl_ball, log_odds_gap_ball
from banditproof.theory.exact import Number, exact
from banditproof.theory.private_divergence import primal_point


def certified_share(
    mu: Fraction, best: Fraction, eps: Fraction, slack: Number, cost: Enclosure
) -> Fraction:
    """A lower bound of E[N_2(T)] cost / log T at a horizon that suits the slack.

    The alternative is y'' = best + s (1 - best) / 100 and z the minimiser of d_eps(mu, y''); the
    horizon is the first of exp(10^1), exp(10^2), ... at which the three probabilities sum to at
    most s/10, so that the share is about (1 - s) cost / d_eps(mu, best).
    """
    s = exact(slack)
    other = best + s * (1 - best) / 100
    with working_precision(256):
        z = primal_point(mu, other, eps)
        far, near = z - mu, kl_ball(z, other)
        transport = ball(eps * far) + near
        drift = (near / log_odds_gap_ball(z, other)) ** 2
        for power in range(1, 40):
            log_t = ball(Fraction(10**power))
            n = ball(1 - s) * log_t / transport
            # e^{(1+s)(1-s)L + s^2 L/2} / (e^L - n), with n <= e^L / 2
            main = 2 * (-ball(s**2 / 2) * log_t).exp()
            moved = _binomial_tail(n, far, s)
            walked = (-2 * n * ball(s**2) * drift).exp()
            failure = main + moved + walked
            if failure <= ball(s / 10) and log_t.exp() >= 2 * n:
                pulls = n * (1 - failure)
                return lower(pulls / log_t * ball(Fraction(cost.lo)))
    raise ArithmeticError("No horizon below exp(10^40) suits the slack.")


def _binomial_tail(n: arb, rate: Fraction, slack: Fraction) -> arb:
    """A bound of Pr[Bin(n, rate) > (1 + slack) n rate]."""
    most = (1 + slack) * rate
    if rate == 0 or most >= 1:
        return arb(0)
    return (-n * kl_ball(most, rate)).exp()
