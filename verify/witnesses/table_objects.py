"""A finite policy as a plain table, and the law of its actions against the inputs of a witness.

States are numbers. `act` gives each state a law of (action, next state), `observe` the next state
for a label and a reward; a kernel is the table whose states are its visible histories. Entries that
the two worlds of a witness never meet may be missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from .neighbouring_inputs import Actions, Inputs
from .plain_fields import Refused, Unreadable, field, items, number, whole
from .stated_claim import StatedClaim

Step = tuple[int, int, Fraction]
"""An action, the state after it, and its probability."""
MOST_STEPS = 200_000


@dataclass(frozen=True)
class TableObject:
    """A finite policy: the last `ends` of its actions say that a run is over, and are no arms.

    >>> copy = TableObject(
    ...     *(2, 0, 2, (Fraction(0), Fraction(1)), ((0, Fraction(1)),)),
    ...     act={0: ((0, 0, Fraction(1)),), 1: ((1, 1, Fraction(1)),)},
    ...     observe={(0, 0, Fraction(0)): 0, (0, 0, Fraction(1)): 1},
    ... )
    >>> inputs = Inputs((Fraction(0),), (Fraction(1),))
    >>> copy.law(inputs, 0), copy.mass(inputs, 1, (0, 1)), TableObject.read(copy.to_json()) == copy
    ({(0, 0): Fraction(1, 1)}, Fraction(1, 1), True)
    """

    arms: int
    ends: int
    horizon: int
    rewards: tuple[Fraction, ...]
    start: tuple[tuple[int, Fraction], ...]
    act: Mapping[int, tuple[Step, ...]]
    observe: Mapping[tuple[int, int, Fraction], int]

    def law(self, inputs: Inputs, world: int) -> dict[Actions, Fraction]:
        """The law of the actions in a world, 0 or 1, as far as the inputs say what is shown."""
        waiting: list[tuple[Actions, dict[int, Fraction]]] = [((), dict(self.start))]
        law: dict[Actions, Fraction] = {}
        steps = 0
        while waiting:
            prefix, states = waiting.pop()
            for arm, after in self._acted(states).items():
                actions = (*prefix, arm)
                steps += len(after)
                if steps > MOST_STEPS:
                    raise Refused(f"The law of the actions takes more than {MOST_STEPS} steps.")
                seen = self._shown(inputs, world, actions, after)
                if seen is None:
                    law[actions] = sum(after.values(), Fraction(0))
                else:
                    waiting.append((actions, seen))
        return law

    def mass(self, inputs: Inputs, world: int, actions: Actions) -> Fraction:
        """The probability in a world that the actions begin so."""
        states = dict(self.start)
        for t, arm in enumerate(actions, 1):
            states = self._acted(states).get(arm, {})
            if t < len(actions) and states:
                seen = self._shown(inputs, world, actions[:t], states)
                if seen is None:
                    raise Refused(f"The event goes on after {actions[:t]}, and the inputs do not.")
                states = seen
        return sum(states.values(), Fraction(0))

    def _acted(self, states: Mapping[int, Fraction]) -> dict[int, dict[int, Fraction]]:
        split: dict[int, dict[int, Fraction]] = {}
        for state, mass in states.items():
            if state not in self.act:
                raise Refused(f"The table has no law of the actions in state {state}.")
            for arm, after, chance in self.act[state]:
                if chance:
                    part = split.setdefault(arm, {})
                    part[after] = part.get(after, Fraction(0)) + mass * chance
        return split

    def _shown(
        self, inputs: Inputs, world: int, actions: Actions, states: Mapping[int, Fraction]
    ) -> dict[int, Fraction] | None:
        """The states after what is shown; None if the run is over or nothing more is looked at."""
        over = actions[-1] >= self.arms or len(actions) >= self.horizon
        move = None if over else inputs.move(actions)
        if move is None:
            return None
        label, reward = move[0], (move[1], move[2])[world]
        seen: dict[int, Fraction] = {}
        for state, mass in states.items():
            if (state, label, reward) not in self.observe:
                raise Refused(
                    f"The table has no state after {state}, arm {label} and the reward {reward}."
                )
            after = self.observe[state, label, reward]
            seen[after] = seen.get(after, Fraction(0)) + mass
        return seen

    @property
    def rounds(self) -> int:
        """The rounds in which arms are played: the last action of a run that stops is its end."""
        return self.horizon - bool(self.ends)

    def require_claimed(self, claim: StatedClaim) -> None:
        """Refused unless the arms, the rewards and the rounds are those of the claim."""
        if (self.arms, self.rewards) != (claim.arms, claim.rewards.values):
            raise Refused(
                f"The object has {self.arms} arms and the rewards {_listed(self.rewards)}, and the "
                f"claim {claim.arms} and {claim.rewards}."
            )
        if claim.horizon not in (None, self.rounds):
            raise Refused(
                f"The object has {self.rounds} rounds, and the claim is about {claim.horizon}."
            )

    def to_json(self) -> dict[str, Any]:
        """The table in plain JSON types."""
        act = [
            [state, [[arm, after, str(chance)] for arm, after, chance in law]]
            for state, law in sorted(self.act.items())
        ]
        observe = [[s, label, str(r), after] for (s, label, r), after in self.observe.items()]
        return {
            "kind": "table",
            **{name: getattr(self, name) for name in ("arms", "ends", "horizon")},
            "rewards": [str(reward) for reward in self.rewards],
            "start": [[state, str(mass)] for state, mass in self.start],
            "act": act,
            "observe": observe,
        }

    @staticmethod
    def read(facts: Any) -> "TableObject":
        """The table of a JSON object; Unreadable if a law does not sum to 1."""
        arms = whole(field(facts, "arms", "object"), "number of arms", 1)
        ends = whole(field(facts, "ends", "object"), "number of ends")
        paid = items(field(facts, "rewards", "object"), "rewards")
        rewards = tuple(number(reward, "reward") for reward in paid)
        start = tuple(
            (whole(state, "state"), number(mass, "mass"))
            for state, mass in _pairs(field(facts, "start", "object"), "start")
        )
        _require_law([mass for _, mass in start], "first state")
        laws = _pairs(field(facts, "act", "object"), "act")
        act = {whole(state, "state"): _read_law(law, arms + ends) for state, law in laws}
        observe = {}
        for entry in items(field(facts, "observe", "object"), "observe"):
            state, label, reward, after = items(entry, "entry of observe", 4)
            key = whole(state, "state"), whole(label, "label"), number(reward, "reward")
            observe[key] = whole(after, "state")
        _require_once("start", len(start), len(dict(start)))
        _require_once("act", len(laws), len(act))
        _require_once("observe", len(facts["observe"]), len(observe))
        horizon = whole(field(facts, "horizon", "object"), "horizon of the object", 1)
        return TableObject(arms, ends, horizon, rewards, start, act, observe)


def _require_once(where: str, entries: int, different: int) -> None:
    if entries != different:
        raise Unreadable(f"The {where} of the object has an entry twice; give each once.")


def _pairs(value: Any, where: str) -> list[Any]:
    return [items(entry, f"entry of {where}", 2) for entry in items(value, where)]


def _read_law(entries: Any, actions: int) -> tuple[Step, ...]:
    law: list[Step] = []
    for entry in items(entries, "law of a state"):
        arm, after, chance = items(entry, "step of a law", 3)
        step = whole(arm, "action"), whole(after, "state"), number(chance, "probability")
        if step[0] >= actions:
            raise Unreadable(f"The table has the action {step[0]} of {actions}; give one of them.")
        law.append(step)
    _require_law([chance for *_, chance in law], "action")
    return tuple(law)


def _require_law(masses: list[Fraction], what: str) -> None:
    if sum(masses) != 1 or min(masses) < 0:
        raise Unreadable(f"The probabilities of the {what} are no law; give numbers that sum to 1.")


def _listed(rewards: tuple[Fraction, ...]) -> str:
    return ", ".join(map(str, rewards))
