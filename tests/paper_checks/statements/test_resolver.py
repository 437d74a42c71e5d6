"""Questions as reviewers type them find the right claim first; one match is taken, several listed."""

import tomllib
from functools import cache
from pathlib import Path
import pytest
from banditproof.paper_checks.drawing.listed_figures import FIGURES
from banditproof.paper_checks.statements import ranking_by_words, resolver
from banditproof.paper_checks.statements.catalogue import present_id
from banditproof.paper_checks.statements.claim_search import (
    Filter,
    asked_place_first,
    best_first,
    wanted,
)
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.paper_checks.statements.index import text_index
from banditproof.paper_checks.statements.ranking_by_words import Index
from banditproof.paper_checks.statements.reader_words import labels_in, plain
from banditproof.paper_checks.statements.resolver import (
    figure_named,
    index,
    is_pattern,
    nearest_in_words,
    ranked,
    ranked_for,
    resolve,
)  # fmt: skip

QUESTIONS = tomllib.loads(
    Path(__file__).with_name("questions_of_reviewers.toml").read_text(encoding="utf-8")
)
LEAST = 0.95
"""The share of questions that must find the right claim first."""
EACH = 4
"""Which questions a change is tried on; one that counts is noticed by a fourth of them."""


def expected(answer: str | list[str]) -> list[str]:
    """The claims that may come first."""
    return [answer] if isinstance(answer, str) else answer


@cache
def first_three(question: str) -> list[str]:
    """What a question finds first, which several tests ask of the same questions."""
    return ranked(question)[:3]


def missed(questions: dict[str, str | list[str]]) -> dict[str, list[str]]:
    """The questions that find another claim first, or none, with what they find."""
    found = {question: first_three(question) for question in questions}
    return {q: ids for q, ids in found.items() if not {*ids[:1]} & {*expected(questions[q])}}


def test_a_phrase_with_a_sign_of_patterns_is_a_phrase() -> None:
    assert [*map(is_pattern, ("bern.lemF.*", "rewards in [0,1]", "what is a hazard rate?"))] == [
        *(True, False, False)
    ]
    assert ranked_for(["what is a hazard rate?"])


@pytest.mark.parametrize("part", QUESTIONS)
def test_the_questions_of_a_set_name_claims_that_there_are(part: str) -> None:
    for answer in QUESTIONS[part].values():
        assert {*expected(answer)} <= {*text_index()}


def test_nearly_all_questions_find_the_right_claim_first() -> None:
    wrong = {part: missed(questions) for part, questions in QUESTIONS.items()}
    total = sum(map(len, QUESTIONS.values()))
    assert sum(map(len, wrong.values())) <= (1 - LEAST) * total, wrong


@pytest.mark.parametrize("part", ["labels", "IDs"])
def test_labels_and_ids_all_find_the_right_claim_first(part: str) -> None:
    assert missed(QUESTIONS[part]) == {}


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("OF_A_LABEL", dict.fromkeys(ranking_by_words.OF_A_LABEL, 0.0)),
        ("ANOTHER_DOCUMENT", 0.0),
        ("OF_WORDS", 0.0),
    ],
)
def test_what_a_question_says_counts(monkeypatch, name: str, wrong: object) -> None:
    monkeypatch.setattr(ranking_by_words, name, wrong)
    known = index()
    asked = [question for questions in QUESTIONS.values() for question in questions]
    first = {question: known.ranked(known.asked(question))[:1] for question in asked[::EACH]}
    monkeypatch.undo()
    same = [question for question, ids in first.items() if ids == first_three(question)[:1]]
    assert len(same) < LEAST * len(first)


@pytest.mark.parametrize("id", ["bern.thm4.3", "thesis.prop3.12.e", "adv.thm10.post", "zcdp.e-c"])
def test_an_id_is_taken_as_it_is(id: str) -> None:
    assert resolve([id]).ids == (id,)
    assert resolve([id]).notes == ()


def test_every_id_and_former_id_comes_first() -> None:
    known = index()
    for id in text_index():
        assert resolve([id]).ids == (id,)
    for id, claim in known.claims.items():
        if claim.claim.was:
            assert resolve([claim.claim.was]).ids == (id,)
            assert present_id(claim.claim.was) == id


def test_an_equation_that_is_named_comes_before_a_range_that_contains_it() -> None:
    """All numbered equations of all documents; a range answers where nothing names the number."""
    known = index()
    named: dict[tuple[str, str], set[str]] = {}
    for id, one in known.claims.items():
        claim = one.claim
        places = f"{claim.label}, {claim.place}, {claim.displays}"
        for label, end in labels_in(plain(places))[0]:
            if label.kind == "equation" and not end:
                named.setdefault((claim.document, label.number), set()).add(id)
    assert len(named) > 150
    wrong = {}
    for (document, number), ids in named.items():
        first = known.named(known.asked(f"eq. ({number}) of the {document} paper"))
        if not set(first) <= ids:
            wrong[document, number] = first
    assert wrong == {}


@pytest.mark.parametrize(
    ("number", "id"), [("35", "bern.eq14.total"), ("36", "bern.eq14.batch"), ("14", "bern.eq14")]
)
def test_a_claim_that_stands_at_one_equation_alone_is_meant(number: str, id: str) -> None:
    for phrase in (f"eq. ({number}) of the Bernoulli paper", f"({number}) of the Bernoulli paper"):
        assert resolve([phrase]).ids == (id,)


def test_every_label_of_a_statement_finds_it_with_its_document() -> None:
    known = index()
    for id, one in known.claims.items():
        claim = one.claim
        if (
            not claim.stated
            or not claim.label
            or claim.part_of
            or ranking_by_words.INSIDE in (*one.labels.values(),)
        ):
            continue
        named = known.named(known.asked(f"{claim.label} of the {claim.document} paper"))
        assert id in named, (claim.label, named)


def test_one_match_is_taken_and_a_phrase_says_which() -> None:
    assert resolve(["Theorem 4.3 of the Bernoulli paper"]).ids == ("bern.thm4.3",)
    found = resolve(["hazard rate of Laplace noise"])
    assert found.ids == ("adv.lem18",)
    assert "is adv.lem18 (Lemma 18, hazard rate of Laplace noise)" in found.notes[0]


def test_several_matches_are_listed_with_their_titles() -> None:
    with pytest.raises(ValueError, match="is the label of 2 claims") as error:
        resolve(["Theorem 4.3"])
    said = str(error.value)
    assert "bern.thm4.3 (Theorem 4.3, regret upper bound" in said
    assert "thesis.thm4.3 (Theorem 4.3, conditioning" in said
    with pytest.raises(ValueError, match=r"'DP Chernoff' fits \d claims; .* bern.prop4.1"):
        resolve(["DP Chernoff"])


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        ("zcdp", "zcdp"),
        ("Bern", "bernoulli"),
        ("one_horizon", "one_horizon"),
        ("the faster rates paper", "adversarial"),
        ("Renyi Differentially Private Bandits", "renyi"),
    ],
)
def test_a_document_alone_is_no_claim_and_the_way_to_all_of_it_is_said(phrase, name) -> None:
    said = f"is a document, .*; `banditproof check --document {name}` checks all of it"
    with pytest.raises(ValueError, match=said):
        resolve([phrase])


def test_what_may_mean_a_document_or_its_subject_lists_claims() -> None:
    with pytest.raises(ValueError, match=r"fits \d+ claims"):
        resolve(["zero concentrated DP"])


def test_no_match_lists_the_nearest_by_label_and_by_words() -> None:
    with pytest.raises(ValueError, match=r"There is no claim .*did you mean thesis\.thm4\.20 "):
        resolve(["Corollary 4.20"])
    with pytest.raises(ValueError, match=r"There is no claim .*did you mean .*bern\.lemF\.3"):
        resolve(["bern.lemF33"])
    with pytest.raises(ValueError, match="shows them"):
        resolve(["xyzzy"])
    assert nearest_in_words("xyzzy") == ""


@pytest.mark.parametrize(
    ("phrase", "prefix"),
    [("Theorem 3.1 of the zCDP paper", "zcdp."), ("Theorem 44 of the Renyi paper", "renyi.")],
)
def test_a_label_that_a_named_document_lacks_is_answered_from_it_alone(phrase, prefix) -> None:
    with pytest.raises(ValueError, match="There is no claim") as raised:
        resolve([phrase])
    suggested = str(raised.value).partition("did you mean ")[2].split("; ")
    assert suggested
    assert all(one.startswith(prefix) for one in suggested)


def test_a_misspelt_phrase_is_never_taken_but_suggested() -> None:
    with pytest.raises(ValueError, match=r"did you mean adv\.lem18 "):
        resolve(["hazzard rate of Laplace noise"])


@pytest.mark.parametrize("word", ["", "()", "é~", "a" * 10**5, "Theorem", "the paper", "[", "\\"])
def test_what_says_nothing_is_a_sentence(word: str) -> None:
    with pytest.raises(ValueError, match="claim"):
        resolve([word])


def test_a_label_is_read_without_the_words_of_all_claims() -> None:
    known = Index(resolver._of_this_package())
    assert known.named(known.asked("thm. 4.20")) == ["thesis.thm4.20"]
    assert "_weights" not in vars(known)


def test_figures_are_named_by_their_labels_too() -> None:
    assert figure_named("Figure 8", FIGURES) == "bern.fig8"
    assert figure_named("fig 5.2 of the thesis", FIGURES) == "thesis.fig5.2"
    assert figure_named("Figure 4(a)", FIGURES) == "zcdp.fig4a"
    with pytest.raises(ValueError, match=r"'Figure 4' is the label of \d figures; .*bern.fig4"):
        figure_named("Figure 4", FIGURES)


def test_a_search_lists_all_that_answer_and_the_best_first() -> None:
    chosen = list(wanted(Filter(words=("Theorem", "4.3", "Bernoulli"))))
    assert {"bern.thm4.3", "bern.thm4.3.d17"} <= {facts.id for facts in chosen}
    assert {facts.document for facts in chosen} == {"bernoulli"}
    assert best_first(chosen, ["Theorem 4.3 of the Bernoulli paper"])[0].id == "bern.thm4.3"
    assert best_first(chosen, []) == chosen


@pytest.mark.parametrize("words", ["zcdp", "bern"])
def test_the_claims_of_a_document_that_is_named_come_first(words: str) -> None:
    document = {"zcdp": "zcdp", "bern": "bernoulli"}[words]
    chosen = [*wanted(Filter(words=(words,), wrong=True))]
    assert {facts.document for facts in chosen} > {document}
    assert best_first(chosen, [words]) == chosen  # no three of them fit better than the others
    ordered = sorted(chosen, key=asked_place_first([words]))
    named = [facts.document == document for facts in ordered]
    assert named == sorted(named, reverse=True)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Thm 4.3", ["Theorem 4.3"]),
        ("theorem-4.3", ["Theorem 4.3"]),
        ("lemF3", ["Lemma f3"]),
        ("Lemma F.3 and Eq. (2.14)", ["Lemma f3", "Equation 2.14"]),
        ("Table IV", ["Table 4"]),
        ("§ 5.2", ["Section 5.2"]),
        ("the proposition in a paper", []),
        ("a table of 3 rows", []),
        ("theorem i proved", []),
    ],
)
def test_labels_are_read_as_people_write_them(text: str, labels: list[str]) -> None:
    assert [str(label) for label, _ in labels_in(plain(text))[0]] == labels


def test_a_printed_title_finds_its_statement() -> None:
    """Documents share titles, and near ones: the statement is among the first three found."""
    owners: dict[str, set[str]] = {}
    for item in SHIPPED:
        for id, claim in item.declared.items():
            # a title that names another statement, as "Illustration of Algorithm 7", finds that first
            named, _ = labels_in(plain(claim.printed_title))
            if claim.printed_title and not named:
                owners.setdefault(plain(claim.printed_title), set()).add(id)
    found = {title: ranked(title)[:3] for title in owners}
    assert len(owners) > 150
    assert {title: ids for title, ids in found.items() if not owners[title] & {*ids}} == {}
    first = [title for title, ids in found.items() if ids[0] in owners[title]]
    assert len(first) >= 0.9 * len(owners)


NUMBERED = {
    "bernoulli": ["1-50"],
    "zcdp": ["1-27"],
    "renyi": ["1-18"],
    "adversarial": ["1-2"],
    "thesis": [
        *("2.1-31", "3.1-5", "4.1-16", "5.1-14", "6.1-5", "7.1-4"),
        *("B.1-8", "C.1-30", "D.1-1"),
    ],
}
"""The numbers of the equations that the documents number, as ranges."""


def numbers(span: str) -> list[str]:
    """The numbers of a range such as C.1-30."""
    chapter, dot, ends = span.rpartition(".")
    first, last = map(int, ends.split("-"))
    return [f"{chapter}{dot}{number}" for number in range(first, last + 1)]


@pytest.mark.parametrize("document", NUMBERED)
def test_every_numbered_equation_is_found_by_its_number(document: str) -> None:
    known = index()
    for number in (number for span in NUMBERED[document] for number in numbers(span)):
        found = known.named(known.asked(f"equation ({number}) {document}"))
        assert found, number
        assert {known.claims[id].claim.document for id in found} == {document}
