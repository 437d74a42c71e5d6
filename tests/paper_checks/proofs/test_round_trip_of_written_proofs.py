"""A proof that is written and read again is the same one, whatever its sentences say."""

from pathlib import Path
import pytest
from case_tables import table
from framed import framed
from hypothesis import example, given, settings
from hypothesis import strategies as st
from banditproof.paper_checks.proofs import (
    Computed,
    Enumeration,
    ExtremePoints,
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
    Words,
)
from banditproof.paper_checks.proofs.schemas import BY_NAME
from banditproof.paper_checks.proofs.text import ProofText, read_proofs, text_of
from banditproof.paper_checks.proofs.text.clauses import FACT
from banditproof.paper_checks.proofs.text.mutants import Change, MutantText
from banditproof.paper_checks.proofs.text.programs import Program
from banditproof.paper_checks.proofs.text.reasons import ALL, NO

EARLIER = 8
"""The steps that the reason of a step may name."""
PIECES = table(__file__, "pieces")
sentences = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=14).map(
    " ".join
)
names = st.sampled_from(["x", "y", "n", "sum", "d_eps2", "X", "from1"])
terms = st.sampled_from(
    ["x", "2*u", "-x", "(a + b)", "(a)*(b)", "a - b", "x/2", "1/(1 - x)", "kl(x, y)", "1e-3",
     "a if x < y else b", "exp(-s*(x - y)^2)", "min(x,  y)", "1", "((a))"]
)  # fmt: skip
relations = st.sampled_from(
    ["x <= y", "kl(p, q) >= 2*(p - q)^2", "s = min(a, b)", "exp(-x) < 1", "f = a--b", "x  <=\ty"]
)
numbers = st.integers(1, EARLIER)
several = st.lists(numbers, unique=True, max_size=4).map(tuple)
ranges = st.lists(
    st.one_of(
        st.tuples(names, st.sampled_from(["[0,1]", "(0,1)", "[1,inf)", "(-inf, 2]"])).map(" in ".join),
        st.sampled_from(["x < y", "n >= 1/kl(x, y)", "0 < x < y"]),
    ),
    max_size=6,
).map(", ".join)  # fmt: skip
some_names = st.lists(names, unique=True, max_size=3).map(tuple)
values = st.dictionaries(names, terms, min_size=1, max_size=3)
programs = st.builds(Program, st.sampled_from(["module.f", "other.g_2", "a.b.c.d"]))
COMMON = {"uses": several, "where": ranges, "at": st.dictionaries(numbers, values, max_size=2)}


def a_step(kind, formula=relations, **fields):
    return st.builds(
        lambda says, formula, fields: kind(EARLIER + 1, says, formula, **fields),
        sentences,
        formula,
        st.fixed_dictionaries({**COMMON, **fields}),
    )


@st.composite
def textbook_steps(draw):
    fact = draw(st.sampled_from(sorted(BY_NAME)))
    order = draw(st.permutations(BY_NAME[fact].hypotheses))
    given_ones = draw(st.lists(st.sampled_from(order), unique=True)) if order else []
    reasons = st.one_of(numbers, relations)
    return draw(
        a_step(
            Textbook,
            fact=st.just(fact),
            hypotheses=st.just({name: draw(reasons) for name in given_ones}),
            instance=st.one_of(st.just({}), values),
            over=some_names,
            which=st.sampled_from(["", "x < y", "x < y, n >= 1"]),
        )
    )


sequences = st.one_of(
    st.just({}), st.fixed_dictionaries({"sequence": names, "first": terms, "following": terms})
)
steps = st.one_of(
    a_step(
        Inequality,
        weights=st.dictionaries(numbers, terms, max_size=3),
        monotone=st.one_of(st.none(), st.tuples(st.sampled_from(["exp", "root3"]), terms, terms)),
        rest=st.one_of(st.just(""), terms),
        positive=st.lists(terms, max_size=2).map(tuple),
        apart=st.one_of(st.just(""), names),
    ),
    a_step(Given, st.one_of(st.just(""), relations)),
    a_step(Identity),
    a_step(Parts, st.just(""), uses=several.filter(lambda uses: len(uses) > 1)),
    textbook_steps(),
    a_step(
        OnClaim,
        st.one_of(st.just(""), relations),
        claim=st.sampled_from(["bern.thm3.1", "my.a-b_c"]),
        of_step=st.integers(0, 30),
        instance=st.one_of(st.just({}), values),
    ),
    st.builds(
        lambda says, formula, fields, more: Induction(9, says, formula, **fields, **more),
        sentences,
        relations,
        st.fixed_dictionaries(
            {
                **COMMON,
                "variable": names,
                "start": terms,
                "weight": st.one_of(st.just(""), terms),
                "rest": st.one_of(st.just(""), terms),
            }
        ),
        sequences,
    ),
    a_step(Computed, by=programs),
    a_step(Enumeration, cases=programs, holds=programs, count=st.integers(0, 10**6)),
    a_step(ExtremePoints, along=some_names.filter(bool)),
    a_step(Words, st.one_of(st.just(""), relations), why=sentences),
)
BEFORE = tuple(Inequality(number, "So.", "x <= y") for number in range(1, EARLIER + 1))


def plain(value):
    """A value with single spaces in its texts, and with its parts in their order."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, Program):
        return value.name
    if isinstance(value, dict):
        return [(key, plain(part)) for key, part in value.items()]
    return [plain(part) for part in value] if isinstance(value, tuple) else value


def facts(step):
    return type(step), {name: plain(value) for name, value in vars(step).items() if name != "names"}


def read_again(text):
    (proof,) = read_proofs(framed(text), "a.proof")
    return proof


@settings(max_examples=400, deadline=None)
@given(steps, ranges, several)
def test_every_kind_of_step_comes_back_whatever_it_says(step, where, parts):
    proof = ProofText(id="my.thm1", where=where, parts=parts, steps=(*BEFORE, step))
    again = read_again(text_of(proof))
    assert facts(again.steps[-1]) == facts(step)
    assert (plain(again.where), again.parts) == (plain(where), parts)
    assert all(len(line) <= 100 or " " not in line.strip() for line in text_of(again).split("\n"))


@settings(max_examples=150, deadline=None)
@example(Words(9, "", why=""), Words(9, "", why="0\n"), "a new line in a reason")
@given(steps, steps, sentences.filter(str.strip))
def test_a_mutant_has_the_changed_fields_of_its_step_and_no_others(step, changed, name):
    if type(step) is not type(changed):
        changed = step
    fields = {
        key: value
        for key, value in vars(changed).items()
        if key not in ("number", "says", "names")
        and value != getattr(step, key)
        and plain(value) != plain(getattr(step, key))
    }
    if not fields.get("formula", "x"):
        del fields["formula"]  # a mutant has another relation, or the same one
    mutant = MutantText(" ".join(name.split()), (Change(EARLIER + 1, fields),))
    proof = ProofText(id="my.thm1", steps=(*BEFORE, step), mutants=(mutant,) if fields else ())
    again = read_again(text_of(proof))
    for read in again.mutants:
        wanted = {**vars(step), **fields}
        both = ({**vars(step), **read.changes[0].fields}, wanted)
        left, right = ({k: plain(v) for k, v in item.items() if k != "names"} for item in both)
        assert left == right
        assert read.name == mutant.name


def test_what_cannot_be_written_is_refused():
    def written(step):
        return text_of(ProofText(id="my.thm1", steps=(step,)))

    with pytest.raises(ValueError, match="neither a relation nor a reason"):
        written(Inequality(1, "So it is."))
    for formula in ("x <= y -- from 1", "x <= y; from 1", "x <= (y", "x <= y :: z"):
        with pytest.raises(
            ValueError, match=r"my\.thm1 cannot be written so that it is read again"
        ):
            written(Inequality(1, "So.", formula))
    with pytest.raises(ValueError, match=r"The rest of step 1 of my\.thm1 is 'a; apart b'"):
        written(Inequality(1, "So.", "x <= y", rest="a; apart b"))
    with pytest.raises(ValueError, match="cannot be written so that it is read"):
        written(Induction(1, "So.", "x <= y", first="1"))
    with pytest.raises(ValueError, match="no function of a module"):
        written(Computed(1, "So.", by=lambda: ""))

    class Ours(Given):
        pass

    with pytest.raises(ValueError, match="leave this proof in Python"):
        written(Ours(1, "So.", "x <= y"))


def test_no_fact_is_called_by_a_word_of_a_reason():
    words = {*ALL, NO}
    firsts = {id.removeprefix("textbook.").split()[0] for id in BY_NAME}
    assert not firsts & words
    assert not any(set('();{}"') & set(id) for id in BY_NAME)
    assert FACT is ALL["textbook"]


def test_a_function_is_imported_when_it_is_called(tmp_path):
    text = "proof my.thm1\ninstances nowhere.real\n1. So. :: x >= 0 -- computed nowhere.shown"
    program = read_again(text).steps[0].by
    with pytest.raises(ValueError, match="belongs to no document that is open"):
        program()
    home = Path(text_of.__code__.co_filename).parent
    assert Program("ranges.packed", home)("x in [0,1], y in [0,1]") == "x, y in [0,1]"
    from banditproof.paper_checks.proofs.text.ranges import packed

    assert Program("ranges.packed", home) == packed
    assert hash(Program("ranges.packed", home)) == hash(packed)
    assert Program("ranges.listed", home) != packed
    with pytest.raises(ValueError, match=r"no function ranges\.nothing, which"):
        Program("ranges.nothing", home)()
    with pytest.raises(ValueError, match=r"no function no_such_module\.f, which"):
        Program("no_such_module.f", home)()


def test_a_proof_equals_the_same_one_in_python():
    proof = Proof(
        "my.thm1",
        where="x in [0,1], y in [0,1]",
        steps=(Given(1, "So.", "y = x^2"), Inequality(2, "Then.", "y <= x", uses=(1,))),
    )
    text = text_of(proof, mutants={"half": {2: {"formula": "y <= x/2"}}})
    again = read_again(text).proof()
    assert again == proof
    assert dict(again.mutants) == {"half": proof.changed(2, formula="y <= x/2")}
    assert again.changed(2, formula="y <= x/2").mutants == {} == proof.mutants
    assert text_of(again) == text
