"""One rule of budgets, by whatever way an own policy is played: command, function, or sweep."""

import os
import sys
from dataclasses import fields
from fractions import Fraction
from itertools import product
import pytest
from banditproof.algorithms import DPIMED, PolicyFailed, Sweep, make_policy, simulate
from banditproof.algorithms.own_policies import own_policy
from banditproof.algorithms.sweeps.policy_choices import Budget as SweepBudget
from banditproof.cli import main
from banditproof.theory import BernoulliBandit
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.implied_budgets import follows
from banditproof.verify.audit import audit

BANDIT = BernoulliBandit(("0.75", "0.5"))
MODULE = """
from banditproof.algorithms import AdaCUCB, DPIMED
from banditproof.theory.budgets import PureDP

def same(arms, eps): return DPIMED(arms, eps=eps)
def twice(arms, eps): return DPIMED(arms, eps=2 * eps)
def half(arms, eps): return DPIMED(arms, eps=eps / 2)
def large(arms, eps=9): return DPIMED(arms, eps=9)
def rho_twice(arms, rho): return AdaCUCB(arms, rho=2 * rho)
def rho_same(arms, rho): return AdaCUCB(arms, rho=rho)

class Says:
    factor = 1

    def __init__(self, arms, eps):
        self.arms, self.t, self.budget = arms, -1, PureDP(self.factor * eps)

    def select(self):
        self.t += 1
        return self.t % self.arms

    def update(self, arm, reward):
        pass

class SaysTwice(Says):
    factor = 2
"""
KEPT = ("same", "half", "rho_same", "Says")
BROKEN = ("twice", "large", "rho_twice", "SaysTwice")


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "budgets_of_mine.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield __import__("budgets_of_mine")
    sys.modules.pop("budgets_of_mine", None)


def by_command(module, made, option):
    main_of("simulate", f"budgets_of_mine:{made}", "--means", "0.75,0.5", option, "1",
            "--horizon", "50", "--runs", "2")  # fmt: skip


def by_function(module, made, option):
    budget = {"--eps": PureDP(1), "--rho": ZCDP(1)}[option]
    simulate(getattr(module, made), BANDIT, 50, 2, 1, budget=budget)


def by_name(module, made, option):
    budget = {"--eps": PureDP(1), "--rho": ZCDP(1)}[option]
    simulate(f"budgets_of_mine:{made}", BANDIT, 50, 2, 1, budget=budget)


def by_sweep(module, made, option):
    for policy in (f"budgets_of_mine:{made}", getattr(module, made)):
        Sweep([policy], [BANDIT], [50], budgets=[{option[2:]: 1}])


def by_sweep_command(module, made, option):
    with open("sweep.toml", "w") as file:
        file.write(
            f'policies = ["budgets_of_mine:{made}"]\nbudgets = [{{{option[2:]} = 1}}]\n'
            "horizons = [50]\n[instances.a]\nmeans = [0.75, 0.5]\n"
        )
    main_of("sweep", "sweep.toml", "--out", "out")


WAYS = (by_command, by_function, by_name, by_sweep, by_sweep_command)


def main_of(*words: str) -> None:
    """A command; its mistake becomes an error again."""
    before, sys.argv = sys.argv, ["banditproof", *words]
    try:
        main()
    except SystemExit as stopped:
        if stopped.code:
            raise ValueError(f"exit code {stopped.code}") from None
    finally:
        sys.argv = before


@pytest.mark.parametrize(("way", "made"), [*product(WAYS, KEPT + BROKEN)])
def test_each_way_plays_what_keeps_the_budget_and_refuses_the_rest(
    module, capsys, way, made
) -> None:
    option = "--rho" if "rho" in made else "--eps"
    if made in KEPT:
        way(module, made, option)
        return
    with pytest.raises(ValueError, match=r"give a budget that|exit code 2") as refused:
        way(module, made, option)
    said = f"{refused.value}{capsys.readouterr().err}"
    assert "does not allow" in said or "does not follow" in said
    assert "give a budget that" in said
    assert not os.path.exists("out/table.csv")


def test_a_factory_without_a_budget_may_cost_no_more_than_the_one_that_is_given() -> None:
    made = simulate(lambda arms: DPIMED(arms, eps=1), BANDIT, 50, 2, 1, budget=PureDP(1))
    assert made.policy.budget == PureDP(Fraction(1))
    with pytest.raises(PolicyFailed, match=r"what eps = 0\.5 does not allow"):
        simulate(lambda arms: DPIMED(arms, eps=1), BANDIT, 50, 2, 1, budget=PureDP("0.5"))
    with pytest.raises(PolicyFailed, match=r"what delta|does not allow"):
        simulate(lambda arms: DPIMED(arms, eps=1), BANDIT, 50, 2, 1, budget=ApproxDP("0.5", "1e-9"))


def test_floats_of_a_budget_are_no_reason_to_refuse_it() -> None:
    for tenths in range(1, 31):
        budget = PureDP(tenths / 10)
        made = simulate(DPIMED, BANDIT, 5, 1, 1, budget=budget).policy
        assert made.budget.eps == Fraction(tenths / 10)


@pytest.mark.parametrize(
    ("name", "budget"), [("dp-imed", PureDP("0.5")), ("adac-ucb", ZCDP("0.1")), ("ucb", None)]
)
def test_a_name_is_played_as_the_policy_of_the_list(name, budget) -> None:
    parts = () if budget is None else fields(budget)
    numbers = {one.name: Fraction(getattr(budget, one.name)) for one in parts}
    policy = make_policy(name, arms=2, horizon=300, **numbers)
    found = simulate(name, BANDIT, 300, 20, 7, budget=budget)
    assert found.policy == policy
    assert (found.regret == simulate(policy, BANDIT, 300, 20, 7).regret).all()


@pytest.mark.parametrize(
    ("name", "budget", "sentence"),
    [
        ("dp-imedd", PureDP(1), r"the nearest names are dp-imed"),
        ("dp-imed", None, r"takes eps, and no budget is given; give budget=PureDP\(1\)\."),
        ("dp-imed", ZCDP(1), r"takes eps, and rho = 1 is given; give budget=PureDP\(1\)\."),
        ("dp-imed", ApproxDP(1, "1e-5"), r"takes eps, and eps = 1, delta = 1e-5 is given"),
        ("adac-ucb", PureDP(1), r"takes rho, and eps = 1 is given; give budget=ZCDP\(0\.1\)\."),
        ("ucb", PureDP(1), r"takes no budget, and eps = 1 is given; leave it out\."),
        ("no_such_module:make", PureDP(1), r"cannot be imported"),
    ],
)
def test_a_name_that_cannot_be_played_so_is_said(name, budget, sentence) -> None:
    with pytest.raises(ValueError, match=sentence):
        simulate(name, BANDIT, 50, 2, 1, budget=budget)


def test_a_verdict_of_the_audit_and_the_rule_agree(module) -> None:
    """What the audit shows is played, and what it refutes is not."""
    for made in ("same", "half", "twice", "large"):
        verdict = audit(getattr(module, made), eps=1, output="transcript").verdict
        try:
            own_policy(f"budgets_of_mine:{made}", 2, 50, {"eps": Fraction(1)})
        except PolicyFailed:
            assert verdict == "fails"
        else:
            assert verdict == "holds"
    assert SweepBudget(eps=Fraction(1)).given == {"eps": 1}


INF = float("inf")


@pytest.mark.parametrize(
    ("wanted", "kept", "expected"),
    [
        (PureDP(1), PureDP(1), True),
        (PureDP(1), PureDP("1.0000001"), False),
        (PureDP(INF), PureDP(INF), True),
        (PureDP(100), ZCDP("0.001"), False),
        (PureDP(100), ApproxDP(1, 0.5), False),
        (ZCDP("0.5"), PureDP(1), True),
        (ZCDP("0.49999"), PureDP(1), False),
        (ZCDP(1), PureDP(INF), False),
        (ZCDP(1), ZCDP(1), True),
        (ZCDP(1), ApproxDP(1, 0.1), False),
        (ApproxDP(1, "1e-5"), PureDP(1), True),
        (ApproxDP(1, "1e-5"), PureDP("1.1"), False),
        (ApproxDP(1, "1e-5"), ApproxDP(1, "1e-6"), True),
        (ApproxDP(1, "1e-5"), ApproxDP(1, "1e-4"), False),
        (ApproxDP("0.69", "1e-5"), ZCDP("0.01"), True),  # 0.01 + 2 sqrt(0.115) = 0.6886...
        (ApproxDP("0.688", "1e-5"), ZCDP("0.01"), False),
        (ApproxDP(1, 0), ZCDP("1e-9"), False),
        (RenyiDP(2, 1), ZCDP("0.5"), True),
        (RenyiDP(2, 1), ZCDP("0.51"), False),
        (RenyiDP(2, 1), PureDP(1), True),
        (RenyiDP(2, 1), RenyiDP(3, 1), True),
        (RenyiDP(3, 1), RenyiDP(2, 1), False),
        (RenyiDP(INF, 1), RenyiDP(2, 1), False),
        (RenyiDP(2, 1), ApproxDP(1, 0.1), False),
    ],
)
def test_which_budget_follows_from_which(wanted, kept, expected) -> None:
    assert follows(wanted, kept) is expected


def test_a_budget_follows_from_no_more_than_its_own_mechanisms_show() -> None:
    """Where a budget follows from that of one Laplace or Gaussian release, the release keeps it."""
    from banditproof.algorithms.curators.declared_sums import DeclaredSums
    from banditproof.algorithms.prices.price import price
    from banditproof.algorithms.reward_space import RewardSpace
    from banditproof.theory.mechanisms import Gaussian, Laplace

    sizes = [Fraction(k, 8) for k in range(1, 17)]
    wanted = [PureDP(x) for x in sizes] + [ZCDP(x) for x in sizes]
    wanted += [ApproxDP(x, "1e-3") for x in sizes] + [RenyiDP(2, x) for x in sizes]
    seen = 0
    for size in sizes:
        releases = {
            PureDP(size): DeclaredSums(Laplace(1 / size)),
            ZCDP(size): DeclaredSums(Gaussian(sigma_squared=1 / (2 * size))),
        }
        for (kept, parts), asked in product(releases.items(), wanted):
            if follows(asked, kept):
                seen += 1
                assert price(parts, RewardSpace(), asked).allowed, (asked, kept)
    assert seen > 300
