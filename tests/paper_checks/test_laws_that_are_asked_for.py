"""What derived claims ask of laws is asked of something: a theorem gives such laws.

A claim that begins with `UnitNormal(G) -> ...`, or that denies a statement about such a G, would be
true of nothing if no law were normal. Each condition on one law, or on one function into laws, that
has a name is met by a theorem `exists G. UnitNormal(G)`; a condition without variables is a theorem,
or where it is one on a type, a theorem about the reals.
"""

from collections.abc import Iterator
import pytest
from banditproof.paper_checks.derivations.compared_formulas import compared
from banditproof.paper_checks.derivations.developments import development_of
from banditproof.paper_checks.derivations.formal_folders import places_of_theorems
from banditproof.theory.logic.arithmetic import spine
from banditproof.theory.logic.formulas import FALSE
from banditproof.theory.logic.shapes import parts, under
from banditproof.theory.logic.simple_types import PROP, REAL, Type
from banditproof.theory.logic.terms import App, Bound, Const, Lam, Term, retyped

GIVEN_BY = {
    "UnitLaplace": "unit_laplace",
    "UnitNormal": "unit_normal",
    "NormalNoise": "normal_noise",
    "KeptAlike": "kept_alike",
    "Moves": "moves_exist",
    "Steps": "steps_exist",
    "Measurable": "measurable_exists",
}
"""The theorem, or axiom, that gives what a condition asks for."""
RULES = {"ByIndex": "index_rule", "ByEpisodes": "episode_rule", "ByBatches": "batch_rule"}
"""The theorem that gives a rule of play, with steps that read the past, for any measurable index."""
OTHERS = {"BatchedExp4": "batched_exp4_rule", "HaltsByCost": "cost_rule"}
"""Rules of other forms, each with the theorem that gives it, perhaps with more that the rule does."""
CLOSED = {"diagonal_event"}
"""The theorems that are premises of derived claims."""


def statement(name: str) -> Term:
    """The statement of a formal theorem, or of an axiom."""
    development = development_of(None)
    if name in development.library.axioms:
        return development.library.axioms[name].statement
    return development.derive(name).theorem.conclusion


def stated(name: str) -> Term:
    """The statement of a claim."""
    said = development_of(None).statement(name)
    assert said is not None
    return said


CLAIMS = sorted(set(compared()) & set(places_of_theorems(None)))


def of_laws(t: Type) -> bool:
    """Whether a type is one of laws, or of functions into laws."""
    return t[0] == "Law" or (t[0] == "->" and of_laws(t[2]))


def conditions(term: Term) -> Iterator[str]:
    """The names of the conditions on one variable that is a law or gives laws, wherever they are."""
    match term:
        case App(Const(name, t), Bound()) if of_laws(t[1]) and t[2] == PROP:
            yield name
        case App(head, arg):
            yield from conditions(head)
            yield from conditions(arg)
        case Lam(_, body):
            yield from conditions(body)


def plays(t: Type) -> bool:
    """Whether a type is one of rules of play: rounds and pasts to laws of arms."""
    match t:
        case ("->", ("N",), ("->", _, ("Law", ("N",)))):
            return True
    return False


def rules_of_play(term: Term) -> Iterator[str]:
    """The names of the relations that have a rule of play among several arguments."""
    match term:
        case App(inner, arg):
            head, args = spine(term)
            if isinstance(head, Const) and len(args) > 1:
                kinds, t = list[Type](), head.type
                for _ in args:
                    kinds.append(t[1])
                    t = t[2]
                if t == PROP and any(map(plays, kinds)):
                    yield head.name
            yield from rules_of_play(inner)
            yield from rules_of_play(arg)
        case Lam(_, body):
            yield from rules_of_play(body)


def closed_premises(term: Term) -> Iterator[Term]:
    """The premises of a statement that have no variable of it."""
    while True:
        if body := under(term, "forall"):
            term = body.body
        elif (pair := parts(term, "imp")) and pair[1] != FALSE:
            if not pair[0].loose:
                yield pair[0]
            term = pair[1]
        else:
            return


@pytest.mark.parametrize("name", CLAIMS)
def test_there_are_laws_of_which_a_derived_claim_speaks(name: str) -> None:
    found = set(conditions(stated(name)))
    assert found <= GIVEN_BY.keys()
    for condition in found:
        body = under(statement(GIVEN_BY[condition]), "exists")
        assert body is not None
        match body.body:  # the condition itself, and no part of a formula
            case App(Const(name=there), Bound()):
                assert there == condition
            case other:
                raise AssertionError(other)


@pytest.mark.parametrize("name", CLAIMS)
def test_a_premise_without_variables_is_a_theorem(name: str) -> None:
    said = [statement(theorem) for theorem in sorted(CLOSED)]
    asked = [retyped(premise, {"'a": REAL}) for premise in closed_premises(stated(name))]
    assert [premise for premise in asked if premise not in said] == []


def test_there_are_rules_by_which_the_policies_of_derived_claims_play() -> None:
    assert {
        rule for name in CLAIMS for rule in rules_of_play(stated(name))
    } == RULES.keys() | OTHERS.keys()
    for rule, theorem in RULES.items():
        said = statement(theorem)
        premises = list[Term]()
        while not (there := under(said, "exists")):
            if body := under(said, "forall"):
                said = body.body
            elif pair := parts(said, "imp"):
                premises.append(pair[0])
                said = pair[1]
        both = parts(there.body, "and")
        assert both is not None
        steps, plays_so = map(spine, both)
        assert (steps[0].name, plays_so[0].name) == ("Steps", rule)  # type: ignore[union-attr]
        assert steps[1] == [arg for arg in plays_so[1] if arg == Bound(0)] == [Bound(0)]
        # the premises speak of the index and of the number of arms, and of no rule
        assert len(premises) == 3
        assert not [premise for premise in premises if set(rules_of_play(premise)) & RULES.keys()]


@pytest.mark.parametrize("rule", OTHERS)
def test_there_are_laws_that_play_by_a_rule_of_another_form(rule: str) -> None:
    """The theorem says that they exist, and none of its premises speaks of a rule."""
    said = statement(OTHERS[rule])
    while not (there := under(said, "exists")):
        if body := under(said, "forall"):
            said = body.body
        else:
            pair = parts(said, "imp")
            assert pair is not None
            assert not set(rules_of_play(pair[0])) & {*RULES, *OTHERS}
            said = pair[1]
    said = there.body
    found = list[tuple[Term, list[Term]]]()
    while both := parts(said, "and"):
        found.append(spine(both[0]))
        said = both[1]
    found.append(spine(said))
    assert (rule, Bound(0)) in [
        (head.name, args[-1]) for head, args in found if isinstance(head, Const)
    ]
