"""What is independent in a small array model, and sums of its columns."""

from fractions import Fraction
from itertools import product
from banditproof.claims import Verdict, checks, mutant, require
from .array_model import (
    ARMS,
    CELLS,
    NU,
    ROUNDS,
    conditional,
    independent,
    model,
    nothing,
    point,
    table,
)
from .seen_in_points import (
    NEXT,
    PEEKS,
    REUSES,
    all_but,
    before_uniform,
    column_is_worse,
    counts_and_columns,
    counts_and_sums,
    drawn_now,
    found,
    history,
    law_of_number,
    number,
    sum_of_column,
    uniform,
    worse_at,
)


@checks("lean.lem-AM-hist_congr")
@mutant("the last reward differs", short=1)
def history_by_what_it_used(short: int = 0) -> Verdict:
    """Each unused reward and later uniform number is changed: the history stays."""
    for _, one in model()[::3]:
        for t, a in product(range(ROUNDS), range(ARMS)):
            for s in range(max(one.count(t + 1, a) - short, 0), ROUNDS):
                changed = [list(column) for column in one.columns]
                changed[a][s] = 1 - changed[a][s]
                later = tuple(u if s <= t else (u + 1) % CELLS for s, u in enumerate(one.u))
                other = point(later, (tuple(changed[0]), tuple(changed[1])), "none")
                same = other.history(t) == one.history(t)
                require(same, "The history changes.", t=t, a=a, s=s)
    return found("The history depends on what it used alone.")


@checks("lean.lem-AM-indepFun_fst_add_one_aux")
@mutant("of this time", ahead=0)
def next_number_is_new(ahead: int = 1) -> Verdict:
    """The next uniform number, beside the earlier ones and all rewards."""
    for t in NEXT:
        right = independent(model(), uniform(t + ahead), before_uniform(t), nothing)
        require(right, "They are dependent.", t=t)
    return found("The next uniform number is independent of the rest.")


@checks("lean.lem-AM-indepFun_fst_add_one_hist")
@mutant("of this time", ahead=0)
def next_number_and_history(ahead: int = 1) -> Verdict:
    """The next uniform number, beside the history."""
    for t in NEXT:
        right = independent(model(), uniform(t + ahead), history(t), nothing)
        require(right, "They are dependent.", t=t)
    return found("The next uniform number is independent of the history.")


@checks("lean.lem-AM-indepFun_snd_apply_aux")
@mutant("one of those before", back=1)
def reward_number_is_new(back: int = 0) -> Verdict:
    """Reward number m, beside what is before it."""
    for a, m in product(range(ARMS), (1, 2)):
        right = independent(model(), number(a, m - back), all_but(a, m), nothing)
        require(right, "They are dependent.", a=a, m=m)
    return found("A reward is independent of those before it.")


@checks("lean.lem-AM-indepFun_snd_apply_pullCount_action", mutants=PEEKS)
def when_a_reward_is_drawn(defect: str = "none") -> Verdict:
    """Reward number m, beside whether it is drawn now."""
    for t, a, m in product(NEXT, range(ARMS), range(ROUNDS)):
        right = independent(model(defect), number(a, m), drawn_now(t, a, m), nothing)
        require(right, "They are dependent.", t=t, a=a, m=m)
    return found("When a reward is drawn is independent of it.")


@checks("lean.lem-AM-indepFun_snd_hist_cond", mutants=REUSES)
def reward_and_history_when_drawn(defect: str = "none") -> Verdict:
    """Reward number m and the history, given that it is drawn now; reused, it is number 0."""
    for t, a, m in product(NEXT, range(ARMS), range(ROUNDS)):
        drawn_as = 0 if defect == "reuses" else m
        drawn = [item for item in model(defect) if drawn_now(t, a, m)(item[1])]
        right = independent(drawn, number(a, drawn_as), history(t), nothing)
        require(right, "They are dependent.", t=t, a=a, m=m)
    return found("Given that it is drawn now, a reward is independent of the history.")


@checks("lean.lem-AM-identDistrib_pullCount_prod_sumRewards", mutants=REUSES)
def counts_with_sums(defect: str = "none") -> Verdict:
    """Counts with sums of rewards, and with sums of the columns."""
    for t in range(ROUNDS + 1):
        by_time = table(model(defect), counts_and_sums(t))
        by_column = table(model(defect), counts_and_columns(t))
        require(by_time == by_column, "The laws differ.", t=t)
    return found("Both have one law.")


@checks("lean.lem-AM-identDistrib_sum_range_snd")
@mutant("the other arm", shift=1)
def sums_of_a_column(shift: int = 0) -> Verdict:
    """Sums of the first k numbers, and of k independent coins."""
    for a, k in product(range(ARMS), range(ROUNDS + 1)):
        law = {0: Fraction(1)}
        for _ in range(k):
            p = NU[(a + shift) % ARMS]
            law = {
                x: law.get(x, Fraction(0)) * (1 - p) + law.get(x - 1, Fraction(0)) * p
                for x in range(k + 1)
            }
        right = conditional(model(), sum_of_column(a, k), nothing, law_of_number(law))
        require(right, "The laws differ.", a=a, k=k)
    return found("Both have one law.")


@checks("lean.lem-prob_sumRewards_le_sumRewards_le")
@mutant("sharper: half of it", part=Fraction(1, 2))
def two_sums_at_given_counts(part: Fraction = Fraction(1)) -> Verdict:
    """Each pair of counts, for the better arm 1 against the arm 0."""
    for t in range(ROUNDS + 1):
        for mine, other in product(range(t + 1), repeat=2):
            event = table(model(), worse_at(t, mine, other))[True]
            most = table(model(), column_is_worse(mine, other))[True]
            require(event <= part * most, "It is more probable.", t=t, m1=mine, m2=other)
    return found("The probability is at most that of independent rewards.")
