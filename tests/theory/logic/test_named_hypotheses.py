"""Named hypotheses of theorems: facts at their terms, of the quantities alone, and no more."""

from dataclasses import replace
import pytest
from banditproof.theory.logic.contradicting_premises import premises_contradict
from banditproof.theory.logic.development import Derivation, Development
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.named_hypotheses import Form
from banditproof.theory.logic.passages import Misread, Passage
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.proof_text import theorems_in
from banditproof.theory.logic.terms import Refused

MARKOV = Form(
    "textbook.markov",
    ("a*p <= m", "p <= m/a"),
    ("X >= 0", "a > 0"),
    {"X >= 0": "X >= 0", "a > 0": "a > 0"},
    symbols=frozenset("apmX"),
    varying=frozenset("X"),
)
SMALL = Form(
    "textbook.small",
    ("x <= b",),
    ("it is at most b + e", "it is random"),
    {"it is at most b + e": "x <= b + e"},
    symbols=frozenset("xbe"),
    margins=("e",),
)
FEW = Form(
    "textbook.few",
    ("x <= b",),
    ("each is at most b",),
    {"each is at most b": "X <= b"},
    symbols=frozenset("xbX"),
    varying=frozenset("X"),
)
TENDS = Form("textbook.tends", (), ("it is random",))
LEMMA = Form("my.lem (2)", ("x <= y",), supposed=("0 <= x", "x <= y^2"), symbols=frozenset("xy"))
FACTS = {"markov": MARKOV, "small": SMALL, "few": FEW, "tends": TENDS}


class Known:
    """Some facts and a claim."""

    def fact(self, name: Passage) -> Form:
        if name.text not in FACTS:
            raise name.error("is no fact")
        return FACTS[name.text]

    def claim(self, name: Passage, step: Passage | None) -> Form:
        return LEMMA if step is not None else replace(LEMMA, conclusions=(), supposed=())


def derived(
    *lines: str, where: str = "n in (0, inf); m, N in [0, inf); p, q in [0, 1]"
) -> Derivation:
    rows = "\n".join(f"  {line}" for line in (f"where {where}", *lines))
    development = Development(standard_library(["numbers"]), forms=Known())
    development.add(theorems_in(f"theorem it\n{rows}\nqed\n", "a.proof"))
    return development.derive("it")


MARKOV_STEP = "1. So. :: n*p <= m -- textbook markov ({N >= 0}, {n > 0}); with a=n, X=N; over N"


def test_a_fact_is_supposed_of_the_quantities_and_of_no_others() -> None:
    """Of all numbers it would be false; a premise of all that runs is one for each value."""
    found = derived(MARKOV_STEP, "2. And so. :: n*p <= m + 1 -- from 1")
    fact = "((forall N. 0 <= N -> 0 <= N) -> 0 < n -> n * p <= m)"
    assert f"q <= 1 -> {fact} -> n * p <= m + 1" in shown(found.theorem.conclusion)
    (one,) = found.opened
    assert (one.kind, one.name) == ("textbook", "textbook.markov at a = n, X = N")
    assert not one.in_general
    assert found.accepted_as == "it.outline"


def test_what_cites_an_outline_is_not_derived() -> None:
    outline = f"theorem a\n  where n in (0, inf); m, N, p in [0, inf)\n  {MARKOV_STEP}\nqed\n"
    citing = "theorem b: 1*1 <= 2\n  have 1 by a(1, 2, 0, 1)\n  show by 1\nqed\n"
    development = Development(standard_library(["numbers"]), forms=Known())
    development.add(theorems_in(outline + citing, "a.proof"))
    assert development.derive("b").cited == ("a",)
    assert development.proofs["a"].is_outline


def test_what_cites_an_outline_supposes_its_hypotheses_of_all_quantities() -> None:
    """At 1 and 0 the hypothesis differs from that at p and q, and print would not say so."""
    outline = "theorem a\n  where p, q in [0, 1]\n  0. G. :: q <= 1/2 -- given\n"
    outline += '  1. So. :: p <= q -- words "So."\nqed\n'
    citing = "theorem b\n  where p in [0, 1]\n  1. So. :: 1 <= 0 -- a(1, 0)\nqed\n"
    development = Development(standard_library(["numbers"]), forms=Known())
    development.add(theorems_in(outline + citing, "a.proof"))
    assert development.derive("b").cited == ("a",)
    (cited,), (here,) = development.all_open("b"), development.all_open("a")
    assert here.formula is not None
    assert shown(here.formula) == "p <= q"
    says = "forall p q. 0 <= p -> p <= 1 -> 0 <= q -> q <= 1 -> q <= 1 / 2 -> p <= q"
    assert cited.formula is not None
    assert shown(cited.formula) == says


def test_what_is_said_in_words_is_listed_though_no_formula_needs_it() -> None:
    found = derived(
        "1. The pulls are random. -- given",
        "2. The arm is good. -- claim my.lem",
        '3. So. :: p <= 1 -- words "As above; see 1."',
        "4. And so. :: p <= 2 -- from 3",
    )
    assert [one.says for one in found.opened] == [
        "The pulls are random, said in words",
        "The arm is good, claim my.lem (2)",
        "So, argued in words",
    ]
    assert [one.formula is None for one in found.opened] == [True, True, False]


def test_what_a_program_finds_is_supposed_of_the_quantities_and_named() -> None:
    found = derived(
        "1. So. :: p <= q -- computed sums.of_two; for q <= 1/2",
        "2. Each is. -- enumerated 12 sums.cases sums.hold; from 1",
        "3. And so. :: p <= q + 1 -- enumerated 3 a.b.cases c.hold",
    )
    assert [(one.kind, one.says) for one in found.opened] == [
        ("computed", "So, by a program, sums.of_two"),
        ("enumerated", "Each is, by a program, sums.hold in 12 cases of sums.cases"),
        ("enumerated", "And so, by a program, c.hold in 3 cases of a.b.cases"),
    ]
    assert [one.formula and shown(one.formula) for one in found.opened] == [
        "q <= 1 / 2 -> p <= q",
        None,
        "p <= q + 1",
    ]


def test_a_step_of_a_claim_is_supposed_where_it_was_shown() -> None:
    found = derived(
        "1. Small. :: p <= q^2 -- given",
        "2. So. :: p <= q -- claim my.lem (2); with x=p, y=q; from 1",
    )
    assert "(0 <= p -> p <= q^2 -> p <= q)" in shown(found.theorem.conclusion)
    with pytest.raises(Misread, match=r"premise p <= q\^2 is not shown"):
        derived("1. So. :: p <= q -- claim my.lem (2); with x=p, y=q")


def test_what_stands_under_a_condition_is_supposed_under_it() -> None:
    found = derived(
        '1. So. :: p <= q -- words "It is."; for 1/2 <= q',
        "2. Then. :: p <= 2*q -- from 1; for 3/4 <= q",
    )
    assert "(1 / 2 <= q -> p <= q)" in shown(found.theorem.conclusion)
    with pytest.raises(Refused):
        derived(
            '1. So. :: p <= q -- words "It is."; for 1/2 <= q',
            "2. Then. :: p <= 2*q -- from 1; for 1/4 <= q",
        )


def test_names_of_a_proof_are_closed_in_what_is_supposed() -> None:
    found = derived(
        "1. A sum. :: s := p + q",
        '2. It is small. :: s <= q -- words "So."',
        "3. So. :: p <= 0 -- from 1, 2",
    )
    assert "(forall s. s = p + q -> s <= q) -> p <= 0" in shown(found.theorem.conclusion)


def test_any_small_number_above_0_will_do_as_a_margin_and_a_given_one_will_not() -> None:
    random = "1. It is random. -- given"
    near = "2. Near. :: p <= q + e -- given; for e > 0"
    where = "p, q in [0, 1]; e in (0, inf)"
    last = "3. So. :: p <= q -- textbook small (2, 1); with x=p, b=q, e=e; over e"
    assert derived(random, near, last, where=where).opened
    of_one = "2. Near. :: p <= q + e -- from 0"
    with pytest.raises(Misread, match="but of the one"):
        derived(random, "0. One. :: e = p^2 + 1 -- given", of_one, last, where=where)
    with pytest.raises(Misread, match="put a quantity that runs"):
        derived(random, near, last.replace("; over e", ""), where=where)


@pytest.mark.parametrize(
    ("range", "given", "option"),
    [
        ("[1, inf)", "", ""),
        ("(0, inf)", "p^2 + 1 = e", ""),
        ("(0, inf)", "e - 1 = p^2", ""),
        ("(0, inf)", "1 <= e", ""),
        ("(0, inf)", "2 <= 2*e", ""),
        ("(0, inf)", "", "; which e >= 1"),
    ],
)
def test_a_margin_that_is_not_every_small_number_is_refused(range, given, option) -> None:
    lines = ["1. It is random. -- given", *([f"2. G. :: {given} -- given"] if given else [])]
    why = f"textbook small ({{p <= q + e}}, 1); with x=p, b=q, e=e; over e{option}"
    last = f"3. So. :: p <= q -- {why}{'; from 2' if given else ''}"
    with pytest.raises(Misread, match="It is not shown of every e above 0"):
        derived(*lines, last, where=f"p, q in [0, 1]; e in {range}")


def test_a_margin_may_have_an_upper_end_and_define_others() -> None:
    lines = (
        "1. It is random. -- given",
        "2. A sum. :: s = q + e -- given",
        "3. Near. :: p <= s -- given",
        "4. Near. :: p <= q + e -- from 2, 3",
        "5. So. :: p <= q -- textbook small (4, 1); with x=p, b=q, e=e; over e",
    )
    assert derived(*lines, where="p, q, s in [0, 3]; e in (0, 1/2]").opened


@pytest.mark.parametrize(
    "tie",
    [
        ["1. Twice. :: s := 2*N"],
        [
            "claim is: exists (s : R). N <= s and s <= 2*N",
            "  take N",
            "  show",
            "obtain s with 1 by is",
        ],
        ["1. Twice. :: s = 2*N -- given"],
        ["1. Twice. :: 2*N = s -- given"],
    ],
)
def test_what_is_tied_to_what_runs_is_in_no_conclusion(tie) -> None:
    """Then the fact would be of each outcome, and not of all of them."""
    where = "n in (0, inf); m, N in [0, inf); p, q in [0, 1]"
    where += "; s in [0, inf)" if "given" in tie[0] else ""
    wrong = MARKOV_STEP.replace("1. So. :: n*p <= m", "2. So. :: n*p <= s").replace(
        "a=n", "a=n, m=s"
    )
    with pytest.raises(Misread, match="s is tied to N, which runs"):
        derived(*tie, wrong, "9. So. :: p <= 1", where=where)
    last = MARKOV_STEP.replace("1.", "2.").replace("X=N", "X=s").replace("{N >= 0}", "3")
    tied = "3. Not negative. :: 0 <= s -- from 1"
    assert derived(*tie, tied, last, "9. So. :: p <= 1", where=where).opened


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (['1. So. :: p <= 1 -- words ""'], "Nothing stands between the quotes"),
        (['1. So. :: p <= 1 -- words "  "'], "Nothing stands between the quotes"),
        (['1. So. :: p <= 1 -- words "So."; over N'], "over does not fit behind words"),
        (['1. So. :: p <= 1 -- words "So."; with p=1'], "with does not fit behind words"),
        (["1. So. :: p <= 1 -- computed sums"], "as `module.function`"),
        (["1. So. :: p <= 1 -- computed sums.of_two sums.of_three"], "as `module.function`"),
        (["1. So. :: p <= 1 -- computed sums.of_two; with p=1"], "with does not fit behind"),
        (["1. So. :: p <= 1 -- enumerated sums.cases sums.hold"], "`COUNT cases holds`"),
        (["1. So. :: p <= 1 -- enumerated 2 sums.cases holds"], "`COUNT cases holds`"),
        (["1. So. :: p <= q -- claim my.lem; which p <= 1"], "which does not fit behind claim"),
        (["1. R. -- given", "2. So. :: p <= q -- textbook tends (1)"], "says no relation"),
        (["1. So. -- textbook tends ({p <= 1})"], "it is random is no relation"),
        (["1. R. -- given", "1. S. -- given"], "There is a sentence 1 already"),
        (["1. R. -- given", "1. S. :: p <= 1"], "There is a sentence 1 already"),
        (["1. R. :: p <= 1", "1. S. -- given"], "There is a sentence 1 already"),
        (
            [
                "1. A. :: p <= 1",
                "  2. R. -- given",
                "  3. So. :: p <= 1",
                "4. T. -- textbook tends (2)",
            ],
            "Nothing is known here by the name 2",
        ),
        (['1. All. :: forall (q : R). q <= p -- words "So."'], "binds a letter of that name"),
    ],
)
def test_sentences_that_say_nothing_or_are_not_there_are_refused(lines, message) -> None:
    with pytest.raises(Misread, match=message):
        derived(*lines, "9. So. :: p <= 1")


def test_a_premise_is_shown_of_what_runs_under_conditions() -> None:
    step = "1. So. :: p <= q -- textbook few ({N <= q}); with b=q, X=N, x=p; over N"
    found = derived(f"{step}; which N <= q^2", where="p, q, N in [0, 1]")
    few = "(forall N. 0 <= N -> N <= 1 -> N <= q^2 -> N <= q) -> p <= q"
    assert few in shown(found.theorem.conclusion)
    with pytest.raises(Misread, match="false at"):
        derived(step, where="p, q, N in [0, 1]")
    with pytest.raises(Misread, match="conditions on what runs"):
        derived(f"{step}; which q <= 1/2, p <= q", where="p, q, N in [0, 1]")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("n*p <= m", "n*p <= m/2", "something else: n \\* p <= m or p <= m / n"),
        ("; over N", "", "Say behind `over` what runs: N"),
        ("a=n, X=N; over N", "a=N, X=N; over N", "N runs through all of them"),
        ("{n > 0}", "{p > 0}", "false at p = 0"),
        ("{N >= 0}, ", "", "What shows that a > 0"),
        ("{n > 0}", "_", "What shows that a > 0"),
        ("({N >= 0}, {n > 0})", "({N >= 0}, {n > 0}, {p <= 1})", "is one more"),
        ("with a=n", "with a=n, b=1", "has no symbol b"),
        ("with a=n", "with a=n, a=1", "has a value already"),
        ("over N", "over k", "no quantity that could run"),
        ("over N", "over N; over N", "stands here twice"),
        ("over N", "outside 3", "is no part of such a reason"),
        ("markov", "markow", "is no fact"),
        ("{N >= 0}", "7", "Nothing is known here by the name 7"),
    ],
)
def test_a_fact_that_says_something_else_or_lacks_a_premise_is_refused(
    old: str, new: str, message: str
) -> None:
    assert old in MARKOV_STEP
    with pytest.raises(Misread, match=message):
        derived(MARKOV_STEP.replace(old, new))


def test_a_premise_in_words_cannot_show_a_relation() -> None:
    step = MARKOV_STEP.replace("{N >= 0}", "0")
    with pytest.raises(Misread, match="X >= 0 is a relation, and 0 says none"):
        derived("0. It is a count. -- given", step)


def test_facts_are_for_theorems_about_quantities() -> None:
    text = (
        'theorem it: forall p in [0, 1]. p <= 1\n  fix p\n  1. So. :: p <= 1 -- words "So."\nqed\n'
    )
    development = Development(standard_library(["numbers"]))
    development.add(theorems_in(text, "a.proof"))
    with pytest.raises(Misread, match="whose quantities are below `where`"):
        development.derive("it")


def test_hypotheses_that_contradict_each_other_are_found() -> None:
    library = standard_library(["numbers"])
    for end, wrong in (("2 <= p", True), ("p <= q", False)):
        found = derived(f'1. So. :: {end} -- words "So."', '2. So. :: q <= p -- words "So."')
        assert premises_contradict(found.theorem.conclusion, library) is wrong
