"""The parameter eps is `epsilon` as well, for every public callable and every command."""

import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Iterator
from dataclasses import is_dataclass
from types import ModuleType
from typing import Any
import pytest
import banditproof.testing
from banditproof.algorithms import DPIMED, LinearEnvironment, make_policy, simulate
from banditproof.algorithms.adversarial.private_learners import make_learner
from banditproof.algorithms.catalogue_text import SETTINGS
from banditproof.algorithms.engines.loss_simulation import simulate_losses
from banditproof.cli.application import COMMANDS, imported_command
from banditproof.theory import (
    ApproxDP,
    BernoulliBandit,
    PureDP,
    bounds,
    certifiable,
    certify,
    characteristic_time,
    d_eps,
    kl,
)
from banditproof.theory.adversarial import adversarial_bounds
from banditproof.theory.parameter_names import OTHER_NAMES, with_other_names

ROOMS = ("banditproof.theory", "banditproof.algorithms")
READS_NUMBERS = ("Number", "Float")
"""A parameter of these types takes what a user gives; one of exact fractions was read before."""


def modules() -> Iterator[ModuleType]:
    yield banditproof.testing
    for room in ROOMS:
        root = importlib.import_module(room)
        yield root
        for package in pkgutil.walk_packages(root.__path__, f"{room}."):
            if not package.name.endswith("_kernels"):
                yield importlib.import_module(package.name)


def with_a_parameter(name: str) -> dict[str, Any]:
    """Public functions, classes and methods with a parameter of this name that a user may give."""
    listed = {id(getattr(m, n)) for m in modules() for n in getattr(m, "__all__", ())}
    listed |= {id(function) for function in certifiable()}
    results = {}
    for module in modules():
        for place, value in vars(module).items():
            if place.startswith("_") or getattr(value, "__module__", None) != module.__name__:
                continue
            own = [(place, value)]
            if inspect.isclass(value):
                own += [
                    (f"{place}.{n}", getattr(value, n))
                    for n in vars(value)
                    if not n.startswith("_")
                ]
            for path, called in own:
                if inspect.isabstract(called) or not (
                    inspect.isclass(called) or inspect.isfunction(called)
                ):
                    continue
                try:
                    parameter = inspect.signature(called).parameters.get(name)
                except ValueError:  # a class without a constructor of its own
                    continue
                if parameter is None or parameter.kind is parameter.VAR_POSITIONAL:
                    continue
                read = any(kind in str(parameter.annotation) for kind in READS_NUMBERS)
                example = ">>>" in (called.__doc__ or "") or "." in path or is_dataclass(called)
                if id(called) in listed or (read and example):
                    results[f"{module.__name__}.{path}"] = called
    results["assert_private"] = banditproof.testing.assert_private
    return results


@pytest.fixture(scope="module")
def public() -> dict[str, Any]:
    return with_a_parameter("eps")


def test_the_enumeration_finds_what_it_should(public) -> None:
    for name in (
        "theory.private_divergence.d_eps",
        "theory.private_divergence.private_minimiser",
        "theory.budgets.PureDP",
        "theory.accounting.conversions.pure_to_zcdp",
        "theory.mechanisms.laplace.Laplace.delta",
        "theory.lower_bounds.table.bounds",
        "algorithms.regret.dp_imed.DPIMED",
        "algorithms.catalogue.make_policy",
    ):
        assert f"banditproof.{name}" in public
    assert len(public) > 80


def test_epsilon_is_a_name_of_eps_everywhere(public) -> None:
    forgotten = []
    for name, called in public.items():
        try:
            called(eps=1, epsilon=1)
        except (TypeError, ValueError) as error:
            if "eps and epsilon, two names of one parameter" in str(error):
                continue
        forgotten.append(name)
    assert not forgotten


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_takes_both_names(name) -> None:
    for option in imported_command(name).params:
        if {"--eps", "--epsilon"} & {*option.opts}:
            assert option.opts[:2] == ["--eps", "--epsilon"]
        if {"--batch-ratio", "--ratio"} & {*option.opts}:
            assert option.opts[:2] == ["--batch-ratio", "--ratio"]


def test_two_names_of_an_option_are_refused(banditproof_words) -> None:
    assert banditproof_words("bounds", "--means", "0.5,0.4", "--eps", "1", "--epsilon=2") == (
        "--eps and --epsilon are names of one option; give one of them."
    )


@pytest.fixture
def banditproof_words(monkeypatch, capsys):
    from banditproof.cli import main

    def run(*words: str) -> str:
        monkeypatch.setattr("sys.argv", ["banditproof", *words])
        with pytest.raises(SystemExit):
            main()
        return capsys.readouterr().err.removeprefix("banditproof: ").strip()

    return run


def test_the_names_of_the_command_line_are_those_of_python() -> None:
    """Each option that a function has under a name of its own is a name of its parameter."""
    pairs = {
        "simulate": [
            *(make_policy, simulate, BernoulliBandit, LinearEnvironment),
            *(make_learner, simulate_losses),
        ],
        "bounds": [bounds, adversarial_bounds],
        "audit": [banditproof.testing.assert_private],
    }
    own = {"json", "workers", "accept_not_refuted", "self_test", "help", "adversarial"}
    own |= {"beside", "exact", "declared", "help_all", "all"}
    of_black_boxes = {"dim", "batch", "slate", "clips"}
    instances = {"means", "family", "sigma", "shape", "failures", "support", "weights", "actions"}
    for name, functions in pairs.items():
        known = {p for f in functions for p in inspect.signature(f).parameters} | {*SETTINGS}
        known |= {other for other, documented in OTHER_NAMES.items() if documented in known}
        for option in imported_command(name).params:
            word = option.opts[0].removeprefix("--").replace("-", "_")
            assert word in known | own | of_black_boxes | instances | {"theta", "policy"}, word


def test_the_same_value_under_both_names() -> None:
    bandit = BernoulliBandit(("0.5", "0.4"))
    assert d_eps(0.2, 0.3, epsilon=0.5) == d_eps(0.2, 0.3, 0.5)
    assert certify(d_eps, "0.2", "0.3", epsilon="0.5") == certify(d_eps, "0.2", "0.3", "0.5")
    assert certify(d_eps, "0.2", "0.3", eps="0.5") == certify(d_eps, "0.2", "0.3", "0.5")
    assert (PureDP(epsilon=1), ApproxDP(epsilon=1, delta=0)) == (PureDP(1), ApproxDP(1, 0))
    assert make_policy("dp-imed", 2, epsilon=1, ratio=3) == make_policy("dp-imed", 2, 1, None, 3)
    assert bounds(bandit, epsilon=1, ratio=3) == bounds(bandit, 1, None, 3)
    slow = characteristic_time(bandit, "d_eps", epsilon=1)
    assert slow == characteristic_time(bandit, "d_eps", 1)
    first, second = (
        simulate(DPIMED(2, epsilon=1), bandit, 50, 5, **seed) for seed in ({"rng": 1}, {"seed": 1})
    )
    assert (first.regret == second.regret).all()
    assert banditproof.testing.assert_private("dp-imed", epsilon=1, notion="view", seed=2)


def test_a_value_by_position_and_another_name() -> None:
    for call in (lambda: d_eps(0.2, 0.3, 0.5, epsilon=1), lambda: PureDP(1, epsilon=1)):
        with pytest.raises(ValueError, match="two names of one parameter"):
            call()
    with pytest.raises(ValueError, match="two names of one parameter"):
        certify(d_eps, 0.2, 0.3, 0.5, epsilon=1)
    with pytest.raises(TypeError, match="epsilon"):
        certify(kl, 0.2, 0.3, epsilon=1)


def test_the_mark_takes_the_other_names() -> None:
    @banditproof.testing.private(epsilon=1, notion="view")
    def test_of_a_policy():
        return "dp-imed"

    test_of_a_policy()
    with pytest.raises(ValueError, match="two names of one parameter"):
        banditproof.testing.private(epsilon=1, eps=1)


def test_what_is_renamed_keeps_its_name_its_place_and_its_pickle() -> None:
    assert (d_eps.__name__, d_eps.__code__.co_name) == ("d_eps", "d_eps")
    assert (
        d_eps.__globals__["__name__"] == d_eps.__module__ == "banditproof.theory.private_divergence"
    )
    assert [*inspect.signature(d_eps).parameters] == ["x", "y", "eps"]
    assert pickle.loads(pickle.dumps(d_eps)) is d_eps
    assert pickle.loads(pickle.dumps(DPIMED(2, epsilon=3))) == DPIMED(2, eps=3)


def test_a_function_that_has_both_parameters_keeps_them() -> None:
    @with_other_names("seed")
    def both(rng: int = 1, other: int = 2) -> tuple[int, int]:
        return rng, other

    assert both(seed=5) == (5, 2)
    assert both(3, other=4) == (3, 4)
