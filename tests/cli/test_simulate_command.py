"""`banditproof simulate`: the JSON contract, reproducibility, and errors."""

import math
import time
from functools import partial
import pytest
from case_tables import table
from mistaken_lines import mistaken
from banditproof.algorithms import POLICIES
from banditproof.cli.simulate import policy_lines

BASE = ("simulate", "dp-imed", "--means", "0.8,0.3", "--epsilon", "1", "--horizon", "1e4")


def test_json_has_the_fields_of_the_contract(banditproof) -> None:
    result = banditproof(*BASE, "--runs", "300", "--seed", "1", "--json").facts
    fields = {"policy", "runs", "horizon", "regret", "lower_bound", "seconds", "runs_per_second"}
    assert fields <= set(result)
    assert {"mean", "sd", "median", "q05", "q95"} <= set(result["regret"])
    assert (result["policy"], result["runs"], result["horizon"]) == ("dp-imed", 300, 10_000)
    regret = result["regret"]
    assert 0 < regret["q05"] <= regret["median"] <= regret["q95"] <= 0.5 * 10_000
    gap, y, x = 0.5, 0.8, 0.3  # eps = 1 is below the threshold log(28/3)
    assert math.log((y / (1 - y)) / (x / (1 - x))) > 1
    d = -x - math.log(1 - y * (1 - math.exp(-1)))
    assert result["lower_bound"] == pytest.approx(gap / d * math.log(10_000), rel=1e-12)


def test_one_integer_reproduces_everything_whatever_the_workers(banditproof) -> None:
    first = banditproof(*BASE, "--runs", "600", "--seed", "5", "--json").facts
    again = banditproof(*BASE, "--runs", "600", "--seed", "5", "--workers", "2", "--json").facts
    second = banditproof(*BASE, "--runs", "600", "--seed", "6", "--json").facts
    assert first["regret"] == again["regret"]
    assert first["regret"] != second["regret"]


def test_the_table_shows_the_same_numbers(banditproof) -> None:
    table = banditproof(*BASE, "--runs", "300", "--seed", "1").out
    regret = banditproof(*BASE, "--runs", "300", "--seed", "1", "--json").facts["regret"]
    for value in regret.values():
        assert f"{value:.6g}" in table


def test_the_lower_bound_of_the_table_is_a_limit_and_not_one_at_the_horizon(banditproof) -> None:
    words = ("simulate", "imed", "--means", "0.75,0.7", "--horizon", "1e4", "--runs", "10")
    table = banditproof(*words).text
    assert "lower bound 7.81072 log T = 71.9394" in table
    assert "a limit as T grows, for consistent policies; the regret at one T may be below" in table


BUDGETS = {"rho": "1", "alpha": "2", "eps": "1"}
AXES = ("--actions", "axes.csv", "--theta", "0.6,0.8")
SPHERE = ("--contexts", "sphere", "--arms", "3", "--theta", "0.6,0.8")


def budget_of(name: str) -> dict[str, str]:
    """The numbers of the budget of a policy."""
    return {option: word for option, word in BUDGETS.items() if option in POLICIES[name].options}


@pytest.fixture
def axes(tmp_path, monkeypatch) -> None:
    """A working directory with two actions."""
    (tmp_path / "axes.csv").write_text("1,0\n0,1\n")
    monkeypatch.chdir(tmp_path)


def played_on(name: str) -> tuple[str, ...]:
    """The words for a bandit of the kind that a policy is made for."""
    options = POLICIES[name].options
    if "actions" in options:
        return AXES
    return SPHERE if "dimension" in options else ("--means", "0.8,0.3")


@pytest.mark.usefixtures("axes")
@pytest.mark.parametrize(
    "name",
    sorted(
        {*[name for name, entry in POLICIES.items() if not entry.stops]}
        - {"dp-imed", "dp-klucb-at-one"}
    ),
)
def test_every_policy_simulates(banditproof, name) -> None:
    budget = budget_of(name)
    words = [word for option, number in budget.items() for word in (f"--{option}", number)]
    longer = () if "regulariser" not in POLICIES[name].options else ("--regulariser", "1e6")
    line = ("simulate", name, *played_on(name), *words, *longer, "--horizon", "2000")
    result = banditproof(*line, "--runs", "20", "--json").facts
    assert 0 <= result["regret"]["mean"] <= 4000
    for option, key in (("eps", "epsilon"), ("rho", "rho"), ("alpha", "alpha")):
        assert result[key] == (float(budget[option]) if option in budget else None)
    assert result["covered"] == (name != "dp-ucb-printed" if budget else None)


def test_a_policy_without_a_budget_is_compared_with_the_bound_without_privacy(banditproof) -> None:
    words = ("simulate", "imed", "--means", "0.8,0.3", "--horizon", "1e4", "--runs", "5")
    kl = 0.3 * math.log(0.3 / 0.8) + 0.7 * math.log(0.7 / 0.2)
    result = banditproof(*words, "--json").facts["lower_bound"]
    assert result == pytest.approx(0.5 / kl * math.log(10_000), rel=1e-12)


def test_the_settings_of_the_episodic_and_the_tree_policies_are_repeated(banditproof) -> None:
    words = ("--means", "0.8,0.3", "--horizon", "1e3", "--runs", "3", "--eps", "2", "--json")
    for name, option in (("adap-ucb", "beta"), ("adap-klucb", "beta"), ("dp-ucb-mt15", "gamma")):
        result = banditproof("simulate", name, *words, f"--{option}", "0.25").facts
        assert (result["settings"], result["covered"]) == ({option: 0.25}, True)
    printed = banditproof("simulate", "dp-ucb-printed", *words[:-1])
    assert "too little for its eps" in " ".join(printed.out.split())
    assert banditproof("simulate", "dp-ucb-printed", *words).facts["covered"] is False


def test_a_budget_of_zcdp_is_compared_with_the_bound_without_privacy(banditproof) -> None:
    words = ("--means", "0.8,0.3", "--horizon", "1e4", "--runs", "5")
    private = banditproof("simulate", "adac-ucb", *words, "--rho", "1")
    bare = banditproof("simulate", "ucb-episodes", *words, "--json").facts
    assert f"log T = {bare['lower_bound']:.6g}" in private.out
    assert "the one without privacy, which holds for private policies too" in " ".join(
        private.out.split()
    )


def test_the_help_has_one_line_for_each_policy_with_its_options(banditproof) -> None:
    lines = policy_lines().splitlines()
    assert [line.split("`")[1] for line in lines] == [*POLICIES]
    assert lines[[*POLICIES].index("dp-imed")].endswith("(--eps, --batch-ratio, --ties)")
    assert lines[[*POLICIES].index("lazy-dp-ts")].endswith("(--eps)")
    shown = banditproof("simulate", "--help").out
    assert all(name in shown for name in POLICIES)


def test_the_seconds_have_the_time_that_the_engine_takes_to_load(banditproof, monkeypatch) -> None:
    from banditproof.algorithms.engines import simulation

    load = simulation.load_engine
    waits = 0.5
    monkeypatch.setattr(simulation, "load_engine", lambda *a: (time.sleep(waits), load(*a)))
    result = banditproof(*BASE, "--runs", "20", "--json").facts
    assert result["seconds"] > waits
    assert result["runs_per_second"] == pytest.approx(20 / result["seconds"])


def test_the_old_name_of_the_batch_ratio_is_accepted(banditproof) -> None:
    new = banditproof(*BASE, "--runs", "20", "--batch-ratio", "150%", "--json").facts
    old = banditproof(*BASE, "--runs", "20", "--ratio", "3/2", "--json").facts
    two = banditproof(*BASE, "--runs", "20", "--json").facts
    assert new["regret"] == old["regret"] != two["regret"]


GOPE = ("simulate", "adac-gope", "--rho", "1", "--horizon", "1e5", "--runs", "5")
OFUL = ("simulate", "adac-oful", "--rho", "1", "--horizon", "100", "--runs", "5")


@pytest.mark.usefixtures("axes")
def test_a_linear_bandit_has_no_lower_bound_and_says_what_was_played(banditproof) -> None:
    result = banditproof(*GOPE, *AXES, "--delta", "0.05", "--length", "printed", "--json").facts
    assert result["means"] == [0.6, 0.8]
    assert result["theta"] == [0.6, 0.8]
    assert result["settings"] == {"delta": 0.05, "length": "printed"}
    assert (result["arms"], result["reward_law"], result["contexts"]) == (2, "signs", None)
    assert result["lower_bound"] is None
    assert result["regret"]["mean"] <= 0.2 * 10**5
    assert "lower bound" not in banditproof(*GOPE, *AXES).out


@pytest.mark.usefixtures("axes")
def test_contexts_by_name_and_by_file(banditproof, tmp_path) -> None:
    drawn = banditproof(*OFUL, *SPHERE, "--regulariser", "2", "--json").facts
    assert (drawn["contexts"], drawn["arms"], drawn["means"]) == ("sphere", 3, None)
    (tmp_path / "rounds.csv").write_text("1,0\n0,1\n0,1\n1,0\n")
    words = ("--contexts", "rounds.csv", "--arms", "2", "--theta", "0.6,0.8")
    listed = banditproof(*OFUL, *words, "--json").facts
    assert (listed["contexts"], listed["arms"]) == ("rounds.csv", 2)
    assert 0 <= listed["regret"]["mean"] <= 20 + 1e-9, "the gap of each round is 0.2"


@pytest.mark.usefixtures("axes")
def test_unclipped_runs_are_not_covered_and_clipped_normal_rewards_are(banditproof) -> None:
    normal = (*GOPE, *AXES, "--law", "normal", "--sigma", "0.5")
    clipped, bare = banditproof(*normal), banditproof(*normal, "--unclipped")
    assert "Normal rewards are clipped to [-1, 1]" in clipped.out
    assert "no privacy theorem covers" not in clipped.out
    assert "Warning: rewards and contexts are read as they are" in bare.out
    assert "are clipped" not in bare.out
    assert banditproof(*normal, "--unclipped", "--json").facts["covered"] is False
    free = ("simulate", "gope", *GOPE[4:], *AXES, "--law", "normal", "--unclipped")
    assert "are clipped" not in banditproof(*free).out


def test_vectors_whose_norm_is_above_1_by_rounding_are_accepted(
    banditproof, tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "axes.csv").write_text("0.70710678119,0.70710678119\n1,0\n")
    words = ("--actions", "axes.csv", "--theta", "0.70710678119,0.70710678119")
    assert banditproof(*GOPE, *words, "--json").facts["runs"] == 5


FILES = table(__file__, "files")


@mistaken("simulate a linear bandit")
@pytest.mark.usefixtures("axes")
def test_bad_input_of_linear_bandits_gets_one_sentence(
    banditproof, tmp_path, words, sentence
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    assert sentence in banditproof(*words).mistake


def test_one_arm_has_no_regret(banditproof) -> None:
    words = ("simulate", "dp-imed", "--means", "0.5", "--epsilon", "1", "--horizon", "1000")
    assert banditproof(*words, "--runs", "10", "--json").facts["regret"]["mean"] == 0


OWN = table(__file__, "own")


@pytest.fixture
def own(tmp_path, monkeypatch, banditproof):
    """Simulates what a module of the working directory makes."""
    name = f"mine_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{name}.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    return lambda made, *more: banditproof(
        "simulate", f"{name}:{made}", *BASE[2:4], "--horizon", "1e3", "--runs", "50", *more
    )


def test_a_policy_of_ones_own_is_played_as_one_of_the_list(own, banditproof) -> None:
    result = own("make", "--eps", "1", "--json").facts
    same = banditproof(*BASE[:-1], "1e3", "--runs", "50", "--json").facts
    kept = {"regret", "lower_bound", "means", "epsilon", "horizon", "runs"}
    assert {key: result[key] for key in kept} == {key: same[key] for key in kept}
    again = own("make", "--eps", "1", "--declared", result["digest"], "--json").facts
    assert (again["digest"], again["regret"]) == (result["digest"], result["regret"])
    assert (result["covered"], again["covered"], result["undeclared"]) == (True, True, None)


@pytest.mark.slow
def test_what_was_played_is_said(own) -> None:
    few = ("--eps", "1", "--horizon", "20", "--runs", "2")
    declared = own("turns", *few).text
    assert "played what" in declared
    assert "price is within eps = 1: DeclaredSums(noise=Laplace(scale=1)), 2 arms" in declared
    bare = own("bare", *few).text
    assert "was played as it is, and no verdict is about these runs. The curator Bare is" in bare
    digest = own("turns", *few, "--json").facts["digest"]
    assert f"what was judged is digest {digest}" in own("cheap", "--declared", digest).mistake
    assert "does not allow: 1 release of each reward" in own("cheap", "--eps", "1").mistake
    assert "is code of its own" in own("bare", "--eps", "1", "--declared", digest).mistake


def test_objects_of_other_styles_are_played_as_audits_take_them(own) -> None:
    """Numbers of the budget go to the factory; what declares one is shown with it."""
    said = own("Greedy", "--eps", "2", "--json").facts
    assert (said["epsilon"], said["covered"], said["digest"]) == (2, None, None)
    assert "makes an object with random numbers of its own" in said["undeclared"]
    assert said["regret"] == own("Greedy", "--eps", "2", "--json").facts["regret"]
    assert said["regret"] != own("Greedy", "--eps", "2", "--seed", "1", "--json").facts["regret"]
    claims = own("Claims", "--json").facts
    assert (claims["rho"], claims["epsilon"], claims["covered"]) == (0.5, None, None)
    assert "no verdict is about these runs" in " ".join(own("Claims").text.split())


def test_the_budget_that_a_policy_claims_is_shown_and_compared(own) -> None:
    claims = own("one_eps", "--json").facts
    assert (claims["epsilon"], claims["covered"]) == (1, True)
    too_much = own("one_eps_cheap", "--json").facts
    assert (too_much["epsilon"], too_much["covered"]) == (1, False)
    said = " ".join(own("one_eps_cheap").text.split())
    assert "the budget is eps = 1, and what" in said
    assert "declares costs more" in said
    unclipped = own("one_eps_unclipped", "--json").facts
    assert (unclipped["covered"], unclipped["clipped"]) == (False, False)
    said = " ".join(own("one_eps_unclipped").text.split())
    assert "has no price under it, since rewards are not clipped" in said
    assert "costs more" not in said
    assert "allow: 1 release of each reward" in own("one_eps", "--eps", "0.5").mistake
    digest = own("one_eps", "--json").facts["digest"]
    given = ("one_eps", "--declared", digest, "--eps")
    assert [own(*given, eps, "--json").facts["covered"] for eps in ("0.1", "1")] == [False, True]
    assert "whose price is within" not in own(*given, "0.1").text


def test_the_arms_keep_their_order_where_that_is_asked_for(banditproof, own) -> None:
    line = ("simulate", "dp-se", "--means", "0.75,0.5", "--horizon", "100", "--runs", "3")
    for played in (partial(banditproof, *line, "--eps", "1"), partial(own, "one_eps")):
        found = [played(*more, "--json").facts for more in ((), ("--keep-order",))]
        assert [facts["shuffled"] for facts in found] == [True, False]


@pytest.mark.parametrize(
    ("made", "more", "sentence"), table(__file__, "what_cannot_be_played_is_said")
)
def test_what_cannot_be_played_is_said(own, made, more, sentence) -> None:
    assert sentence in own(made, *more).mistake
