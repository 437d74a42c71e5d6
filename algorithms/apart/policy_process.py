"""The process of a policy: loads it in a sandbox, and forks into a stricter one for each play.

It is started by `keeper.py` as an isolated interpreter. It never holds a reward: released numbers
come in, pulls go out. Decisions draw their randomness here, from a seed that the keeper sends,
from which the noise cannot be computed.
"""

import base64
import os
import pickle
import sys
from fractions import Fraction
from typing import Any
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.factory_calls import (
    ALIASES,
    called_with,
    is_chancy,
    missing,
    named_error,
    taken,
    unfilled,
)
from banditproof.algorithms.interfaces.object_policy import is_played_object, no_policy
from banditproof.algorithms.named_factory import named_factory
from banditproof.algorithms.policy import Policy, Pull, checked_pull, checked_recommendation
from banditproof.algorithms.randomness import Drawing, Sampled
from .claimed_budgets import packed_claim
from .messages import BrokenMessage, Pipe
from .one_declaration import several_declarations
from .plain_declaration import plain_declaration
from .plain_values import number
from .sandbox import before_a_play, before_user_code
from .shipped_policies import packed_policy

LONGEST_SENTENCE = 2_000
"""The most characters of what went wrong."""


class _Lacking(ValueError):
    """A factory needs numbers that it did not get."""

    def __init__(self, name: str, lacking: list[str], takes: list[str]) -> None:
        super().__init__(
            f"{name} needs {' and '.join(lacking)}; give the budget that was audited, such as "
            "budget=PureDP(1), which has such numbers."
        )
        self.lacking, self.takes = lacking, takes


class _Objects(ValueError):
    """A factory makes objects of another style, which declare nothing."""

    def __init__(self, name: str, kind: str) -> None:
        super().__init__(
            f"{name} makes {kind}, whose methods read rewards as they are, so that no noise is "
            "declared; what releases noisy sums alone is a Policy with a curator such as "
            "DeclaredSums(Laplace(1))"
        )


def main(options: dict[str, Any]) -> None:
    """Enter the sandbox, load a policy, say what it declares, and play it as often as asked."""
    sys.dont_write_bytecode = True
    pipe = Pipe(*options["pipe"])
    sandbox = before_user_code(options)
    pipe.send({"sandbox": [sandbox.system, sandbox.landlock, sandbox.seccomp]})
    sys.path[:] = [*options["path"], *(p for p in sys.path if p not in options["path"])]
    made = False
    try:
        policy, takes = _loaded(pipe.receive())
        made = True
        declares = plain_declaration(policy)
    except BaseException as failure:
        said = str(failure) if isinstance(failure, ValueError) else named_error(failure)
        answer: dict[str, Any] = {
            "cannot": said[:LONGEST_SENTENCE],
            "made": made or isinstance(failure, _Objects),
        }
        if isinstance(failure, _Lacking):
            answer |= {"lacks": failure.lacking, "takes": failure.takes}
        pipe.send(answer)
        return
    made_of = packed_policy(policy)
    claims = packed_claim(policy)
    pipe.send({"declares": declares, "takes": takes, "made": made_of, "claims": claims})
    while "end" not in (message := pipe.receive()):
        if "play" in message:  # not a question that a play which died has left
            _forked(pipe, policy, message)


def _loaded(message: dict[str, Any]) -> tuple[Policy[Any], list[str]]:
    """The policy, and the arguments that its factory takes; an object was made already."""
    name = message["name"]
    offered = {key: number(value, key) for key, value in message["offered"].items()}
    if "pickle" in message:
        made: Any = pickle.loads(base64.b64decode(message["pickle"]))
    else:
        made = named_factory(name)
    factory = made
    if not isinstance(made, Policy):
        lacking = missing(made)
        if lacking:
            raise ValueError(
                f"{name} requires {' and '.join(lacking)}; the factory of a policy may have arms, "
                "horizon, and the numbers of a budget."
            )
        lacking = unfilled(made, {"rng": 0, "seed": 0, **offered})
        if lacking:
            raise _Lacking(name, lacking, _takes(made))
        if is_chancy(made):
            raise _Objects(name, "an object with random numbers of its own for each run")
        made = called_with(made, offered, name)
    if is_played_object(made):
        raise _Objects(name, f"an object of the class {type(made).__name__}")
    if not isinstance(made, Policy):
        raise no_policy(name, made)
    if made is factory:
        return made, []
    several = several_declarations(factory, offered, name, made, message["horizons"])
    if several:
        raise ValueError(f"{several}.")
    return made, _takes(factory)


def _takes(factory: Any) -> list[str]:
    return [key for key in ALIASES if taken(factory, {key: 1})]


def _forked(pipe: Pipe, policy: Policy[Any], message: dict[str, Any]) -> None:
    """Play in a process of the play; then say how that ended."""
    number_of_it = os.fork()
    if not number_of_it:
        try:
            before_a_play(message["seconds"])
            _play(pipe, policy, Drawing(Sampled(message["play"])))
        except BrokenMessage:
            pass  # the keeper is gone
        except BaseException as failure:
            pipe.send({"raised": named_error(failure)[:LONGEST_SENTENCE]})
        finally:
            os._exit(0)
    _, status = os.waitpid(number_of_it, 0)
    pipe.forget()
    pipe.send({"over": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0})


def _play(pipe: Pipe, policy: Policy[Any], chance: Drawing) -> None:
    """Answer each message about what was released by the next pull, until the end."""
    noise_before: Any = None
    state, pull = policy.start(), Pull(0, 1)
    context: Context = ()
    while "end" not in (message := pipe.receive()):
        if "again" in message:
            noise_before, context, chance = None, (), Drawing(Sampled(message["again"]))
            state, pull = policy.start(), Pull(0, 1)
        if "released" in message:
            left = _number_released(message["released"])
            state = policy.learn_in(state, pull, context, left)
        t = message["t"]
        if "stop" in message:
            arm = checked_recommendation(policy.recommendation(state), policy.arms, t)
            if arm is not None or message["stop"] == "only":
                pipe.send({"stop": arm})
                continue
        context = tuple(map(tuple, message.get("context", ())))
        decided = policy.decide_in(state, t, context, chance)
        pull = checked_pull(decided, policy.arms, t)
        if pull.releases:
            noise_before = _same_noise(policy.mechanism(state, pull), noise_before, t)
        pipe.send(_answer(pull))


def _same_noise(noise: Any, before: Any, t: int) -> Any:
    if before is None or noise == before:
        return noise
    raise ValueError(
        f"At round {t} the noise of the policy is {noise}, and it was {before} before; give each "
        "play one noise, in the curator."
    )


def _answer(pull: Pull) -> dict[str, Any]:
    answer: dict[str, Any] = {"pull": pull.parts, "releases": pull.releases}
    return {**answer, "rows": pull.rows} if pull.rows else answer


def _number_released(value: Any) -> Any:
    if type(value) is list:
        return tuple(map(_number_released, value))
    return Fraction(*value["ratio"]) if type(value) is dict else value
