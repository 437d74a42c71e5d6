"""Small policies that separate the notions of privacy; their constants are computed, never stated.

Arms, labels and rounds are counted from 0 in rules. Thesis, chapter 3 and Appendix A, with the
derived examples of its catalogue.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from banditproof.theory.exact import Number, exact, exact_probability
from .finite_policy import FinitePolicy, History, Reward

Two = tuple[Fraction, Fraction]
Step = tuple[int, Reward]
FIRST: Two = (Fraction(1), Fraction(0))
SECOND: Two = (Fraction(0), Fraction(1))
HALF: Two = (Fraction(1, 2), Fraction(1, 2))


def _by_round(*laws: Two | Callable[..., Two], rewards: tuple[int, ...] = (0, 1)) -> FinitePolicy:
    """The law of each round, which may be a function of the pairs (label, reward) before it."""

    def rule(history: History) -> Two:
        law = laws[len(history)]
        return law(*history) if callable(law) else law

    return FinitePolicy.from_rule(2, len(laws), rule, rewards=rewards)


def randomised_response(factor: Number) -> Two:
    """The probabilities of the truth and of the lie, whose ratio is the factor."""
    f = exact(factor)
    if f < 1:
        raise ValueError(f"The factor is {factor}; give a ratio >= 1.")
    return f / (1 + f), 1 / (1 + f)


def _reveals(first: Step) -> Two:
    """Three quarters for arm 0 after reward 0 in the first round, one quarter after reward 1."""
    likely = Fraction(3, 4) if first[1] == 0 else Fraction(1, 4)
    return likely, 1 - likely


def _leak(leaks: bool) -> Two:
    """Arm 1 with probability 1/5 if `leaks`, otherwise arm 0."""
    return (Fraction(4, 5), Fraction(1, 5)) if leaks else FIRST


def policy_a() -> FinitePolicy:
    """Adaptive > Interactive at T = 4: a tree's reward may depend on a_2, a table's may not.

    The last step leaks only if the third label is 0 and the third reward equals the second label,
    and which experiment it makes depends on that label. Thesis, Section 3.8 (doubt D3).
    """

    def last(one: Step, two: Step, three: Step) -> Two:
        label = two[0]
        return _leak(three == (0, label) and one[1] == (1 if label == 0 else 0))

    return _by_round(FIRST, _reveals, FIRST, last)


def policy_c() -> FinitePolicy:
    """Interactive > Table at T = 4 although no label is ever looked at.

    The third reward chooses the experiment; an adversary steers it by the query a_2, a table
    cannot since the third action is constant. Thesis, Section 3.6.
    """

    def last(one: Step, _: Step, three: Step) -> Two:
        return _leak(one[1] == (1 if three[1] == 0 else 0))

    return _by_round(FIRST, _reveals, FIRST, last)


def diverted_above_interactive() -> FinitePolicy:
    """The diverted policies pi^B leak more than any adversary sees (T = 3).

    With B_2 = 0 the Table model shows pi^B the rewards of its second action, which an
    interactive adversary cannot show under the label 0. Against Proposition 3.13 (b), first half.
    """

    def last(one: Step, two: Step) -> Two:
        return _leak(two[0] == 0 and one[1] == (1 if two[1] == 0 else 0))

    return _by_round(FIRST, _reveals, last)


def interactive_above_diverted() -> FinitePolicy:
    """An interactive adversary sees more than the Table model of any pi^B (T = 4).

    The last step leaks only if the third label equals the third reward, with one experiment for
    each. Against Proposition 3.13 (b), second half.
    """

    def last(one: Step, _: Step, three: Step) -> Two:
        return _leak(three[0] == three[1] and one[1] == (1 if three[1] == 0 else 0))

    return _by_round(FIRST, _reveals, FIRST, last)


def tree_above_table() -> FinitePolicy:
    """Adaptive > Table at T = 3, the smallest horizon: the second reward must equal a_1.

    Thesis, Proposition 3.15 (strictness for approximate privacy).
    """
    return _by_round(
        HALF, FIRST, lambda first, second: _leak(second[1] == first[0] and first[1] == 1)
    )


def label_blind_gap() -> FinitePolicy:
    """Table > View although no label is ever looked at (T = 3). Thesis, Section 3.6."""
    return _by_round(FIRST, _reveals, lambda first, second: _leak(first[1] != second[1]))


def table_twice_view(leak: Number = Fraction(1, 10)) -> FinitePolicy:
    """View delta = leak / 2 and Table delta = leak at T = 2: the loss K^(T-1) is attained.

    Thesis, Proposition 3.12 (d), derived.
    """
    p = exact_probability("leak", leak)
    return _by_round(HALF, lambda item: (p, 1 - p) if item[0] == item[1] else SECOND)


def strict_at_every_eps(weight: Number) -> FinitePolicy:
    """View delta = weight / 2 < Table delta = weight at every eps, with four rewards (T = 2).

    P(a_2 = 0 | a_1, r_1) = weight f_{a_1}(r_1) with f_0 = (0, 1, 1/2, 1/2), f_1 the other way
    round. So Table is strictly inside View at every delta in (0, 1). Thesis, Proposition 3.12 (e).
    """
    w, half = exact_probability("weight", weight), Fraction(1, 2)
    shares = ((Fraction(0), Fraction(1), half, half), (half, half, Fraction(0), Fraction(1)))

    def second(one: Step) -> Two:
        share = w * shares[one[0]][int(one[1])]
        return share, 1 - share

    return _by_round(HALF, second, rewards=(0, 1, 2, 3))


def concentrated_gap() -> FinitePolicy:
    """Table zCDP is strictly inside View zCDP at T = 2 (Proposition 3.12, derived)."""

    def second(one: Step) -> Two:
        p = Fraction(1, 10) if one[0] == one[1] else Fraction(1, 100)
        return p, 1 - p

    return _by_round(HALF, second)


def copies_after_a_foreign_query() -> FinitePolicy:
    """Perfectly private against lists, tables and trees, and not at all against queries (T = 2).

    It plays arm 0 and is shown label 0 in all rounds; only the query 1 makes it copy its reward.
    Thesis, Section 3.8; Concentrated Differential Privacy for Bandits, Proposition 2.
    """
    return _by_round(FIRST, lambda item: SECOND if item == (1, 1) else FIRST)


def copies_the_first_reward() -> FinitePolicy:
    """Plays the reward of the first round in the second (T = 2); against Remark 3.6 (ii)."""
    return _by_round(FIRST, lambda item: SECOND if item[1] == 1 else FIRST)


_SECOND_STEP = ("1/2", "1/3", "1/4", "1/3")
_THIRD_STEP = (
    *("1/2", "1/3", "1/4", "1/5", "1/2", "2/3", "1/4", "0"),
    *("1/3", "1/7", "3/4", "2/5", "1/2", "1", "1/4", "2/3"),
)


def appendix_a() -> FinitePolicy:
    """The numerical example of Appendix A: T = 3, K = 2, kernels with two zeros.

    The laws are tabulated by 2 a_1 + r_1 in the second step and 8 a_1 + 4 r_1 + 2 a_2 + r_2 in the
    third.
    """
    second, third = (tuple(map(exact, step)) for step in (_SECOND_STEP, _THIRD_STEP))

    def rule(history: History) -> Two:
        if not history:
            return Fraction(2, 3), Fraction(1, 3)
        index = 0
        for label, reward in history:
            index = 4 * index + 2 * label + int(reward)
        p = (second if len(history) == 1 else third)[index]
        return p, 1 - p

    return FinitePolicy.from_rule(2, 3, rule)


def repeated_responses(factor: Number, horizon: int) -> FinitePolicy:
    """Each later action is a fresh randomised response of the first reward, with ratio `factor`.

    Instantaneous privacy log(factor) costs exactly (T - 1) log(factor). Thesis, Section 3.7 (c).
    """
    truth, lie = randomised_response(factor)

    def later(one: Step, *_: Step) -> Two:
        return (truth, lie) if one[1] == 0 else (lie, truth)

    return _by_round(FIRST, *[later] * (horizon - 1))


def probe(probability: Number, factor: Number) -> FinitePolicy:
    """The probe policy: T = 2, K = 4; only a pull of arm 1, which is rare, is answered.

    It plays arm 1 with the given probability, else arm 0; after a probe arm 2 or 3 by randomised
    response of the reward with ratio `factor`, otherwise arm 0. Its joint law leaks little because
    probes are rare; along the label 1 its kernel leaks all. `zcdp.kernelgap`, second witness.
    """
    p, f = exact_probability("probability", probability), exact(factor)
    none = Fraction(0)

    def rule(history: History) -> Sequence[Fraction]:
        if not history:
            return 1 - p, p, none, none
        label, reward = history[0]
        if label != 1:
            return Fraction(1), none, none, none
        truth, lie = f / (1 + f), 1 / (1 + f)
        return (none, none, truth, lie) if reward == 1 else (none, none, lie, truth)

    return FinitePolicy.from_rule(4, 2, rule)


WITNESSES: dict[str, Callable[[], FinitePolicy]] = {
    "policy A": policy_a,
    "policy C": policy_c,
    "diverted above interactive": diverted_above_interactive,
    "interactive above diverted": interactive_above_diverted,
    "tree above table": tree_above_table,
    "label-blind gap": label_blind_gap,
    "table twice view": table_twice_view,
    "strict at every eps": lambda: strict_at_every_eps(Fraction(1, 2)),
    "concentrated gap": concentrated_gap,
    "copies after a foreign query": copies_after_a_foreign_query,
    "copies the first reward": copies_the_first_reward,
    "appendix A": appendix_a,
    "repeated responses": lambda: repeated_responses(2, 4),
}
"""The witnesses with two arms, by name."""
