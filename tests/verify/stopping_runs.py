"""Policies that stop, hastily or as a race, and bandits for them."""

from banditproof.theory import BernoulliBandit
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.mutants.stopping_states import _Bare, _TwoArms

HALF = DiscreteLaplace("1/2")
LOG_2 = "0.6931"
TIED = BernoulliBandit(("0.5", "0.5"))
RIGHT = BernoulliBandit((1, 0))


def racing(kind, **given):
    return kind(eps=LOG_2, noise=HALF, **given)


class Hasty:
    """Plays each arm once and recommends the better one."""

    def __init__(self, arms):
        self.arms, self.paid = arms, []

    def select(self):
        return len(self.paid)

    def update(self, arm, reward):
        self.paid.append(reward)

    def stopped(self):
        return len(self.paid) == self.arms

    def recommend(self):
        return self.paid.index(max(self.paid))


class Lists(_TwoArms):
    """States that are lists, which are not changed."""

    def start(self):
        return []

    def learn(self, state, pull, released):
        return [*state, released]


class InContexts(_Bare):
    """It sees contexts."""

    dimension = 2
