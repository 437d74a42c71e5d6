"""A lemma is written once; a proof that takes it in is the one with these steps written out."""

import re
from collections import Counter
from case_tables import table
from framed import framed
from lemma_texts import LEMMA, PROOF, read
from banditproof.paper_checks.proofs import OnClaim, Textbook
from banditproof.paper_checks.proofs.text import locating, read_proofs, text_of
from banditproof.paper_checks.proofs.text.formatting import formatted
from banditproof.paper_checks.proofs.text.lemmas import fields_with_numbers, step_with_numbers
from banditproof.paper_checks.proofs.text.ranges import with_ranges_of, without_ranges_of
from banditproof.paper_checks.proofs.text.reading import Source, read_blocks
from banditproof.paper_checks.proofs.text.renumbering import renumbered
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.theory.logic.pages import Page

WRITTEN_OUT = table(__file__, "written_out")


def test_a_proof_with_a_lemma_is_the_one_with_its_steps_written_out():
    proof, wanted = read(f"{LEMMA}\n{PROOF}").proof(), read(WRITTEN_OUT).proof()
    assert proof == wanted
    assert proof.steps == wanted.steps
    assert proof.where == "z in [0,1/2], x in (-inf,inf), y in (-inf,inf), s in (-inf,inf)"
    assert dict(proof.mutants) == dict(wanted.mutants)
    assert len(proof.mutants) == 4


def test_a_lemma_may_stand_below_its_proof_or_in_another_file():
    wanted = read(WRITTEN_OUT).proof()
    assert read(f"{PROOF}\n{LEMMA}").proof() == wanted
    asked = []

    def find(id):
        asked.append(id)
        (block,) = Page.of(framed(LEMMA), "elsewhere.proof").blocks
        return Source(block, "elsewhere.proof", None)

    assert read(PROOF, find=find).proof() == wanted
    assert asked == ["my.sum-of-two"]


def test_a_lemma_and_its_proof_come_back_as_they_are_written():
    for text in (f"{LEMMA}\n{PROOF}", f"{PROOF}\n{LEMMA}"):
        assert formatted(framed(text), "a.proof") == framed(text)
    proof = read(f"{PROOF}\n{LEMMA}")
    assert text_of(proof) == text_of(proof.proof()) == framed(PROOF)
    loose = PROOF.replace("3-5. lemma my.sum-of-two (2)", "# why\n3-5. lemma\n my.sum-of-two( 2 )")
    assert formatted(framed(f"{LEMMA}\n{loose}"), "a.proof") == framed(
        f"{LEMMA}\n" + PROOF.replace("3-5.", "# why\n3-5.")
    )


EXCEPT = PROOF.replace("(2)\n", "(2) except 3, 4\n3. The sum of both.\n4. $s$. :: s <= y + 2\n", 1)


def test_all_that_names_a_step_follows_the_steps_of_a_lemma():
    numbers = {1: 4, 2: 9, 3: 10}
    fields = {
        "uses": (1, 2),
        "weights": {1: "x", 2: "1"},
        "at": {2: {"x": "0"}},
        "hypotheses": {"a > 0": "a > 0", "X >= 0": 1},
        "instance": {"p": "1"},
    }
    assert fields_with_numbers(fields, numbers) == {
        "uses": (4, 9),
        "weights": {4: "x", 9: "1"},
        "at": {9: {"x": "0"}},
        "hypotheses": {"a > 0": "a > 0", "X >= 0": 4},
    }
    steps = [
        Textbook(3, "So.", "x >= 0", fact="textbook.markov", hypotheses={"X >= 0": 1}),
        OnClaim(3, "So.", "x >= 0", claim="my.thm2", of_step=2),
    ]
    fact, claim = (step_with_numbers(step, numbers) for step in steps)
    assert (fact.number, fact.hypotheses) == (10, {"X >= 0": 4})
    assert (claim.number, claim.of_step) == (10, 2)  # the step of another proof stays


def test_an_exception_stands_in_the_proof_with_its_words_or_as_a_whole():
    text = EXCEPT.replace('mutant "with twice the weight": 4 -- by 2*(2)\n', "")
    (proof,) = read_proofs(framed(f"{LEMMA}\n{text}"), "a.proof")
    wanted = read(WRITTEN_OUT).steps
    assert (proof.steps[2].says, proof.steps[2].formula) == ("The sum of both.", "s = x + y")
    assert proof.steps[2] != wanted[2]
    assert (proof.steps[3].formula, proof.steps[3].weights) == ("s <= y + 2", {})
    assert proof.steps[4:] == wanted[4:]
    assert formatted(framed(f"{LEMMA}\n{text}"), "a.proof") == framed(f"{LEMMA}\n{text}")
    names = [mutant.name for mutant in proof.mutants]
    assert names == ["a part of both"]  # those of the lemma change other steps


def test_an_exception_that_changes_nothing_is_left_out():
    same = "4. So $s$ is at most $1+y$. :: s <= 1 + y -- by (2); from 3\n"
    text = PROOF.replace("(2)\n", f"(2) except 4\n{same}", 1)
    assert formatted(framed(f"{LEMMA}\n{text}"), "a.proof") == framed(f"{LEMMA}\n{PROOF}")


def test_a_line_that_is_left_out_leaves_its_comment():
    same = "# why\n4. So $s$ is at most $1+y$. :: s <= 1 + y -- by (2); from 3\n"
    text = PROOF.replace("(2)\n", f"(2) except 4\n{same}", 1)
    wanted = PROOF.replace("6. A", "# why\n6. A")
    assert formatted(framed(f"{LEMMA}\n{text}"), "a.proof") == framed(f"{LEMMA}\n{wanted}")
    body = "1-3. lemma my.all\n"
    lemma = "lemma my.all\nwhere x in [0,1]\n1. A. :: x <= 2\n2. B. :: x <= 3\n3. C. :: x <= 4\n"
    text = f"proof my.thm1\n# ranges\nwhere x in [0,1]\n{body}\n{lemma}"
    assert formatted(framed(text), "a.proof") == framed(f"proof my.thm1\n# ranges\n{body}\n{lemma}")


def test_a_lemma_takes_in_another_one():
    outer = "lemma my.outer\n1. A. :: x <= 1 -- assumed\n2-4. lemma my.sum-of-two (1)\n"
    text = f"{outer}\n{PROOF.replace('my.sum-of-two', 'my.outer')}\n{LEMMA}"
    assert formatted(framed(text), "a.proof") == framed(text)
    proof = read(text).proof()
    assert proof == read(WRITTEN_OUT).proof()
    assert set(proof.mutants) == set(read(WRITTEN_OUT).proof().mutants)


def test_the_ranges_of_a_lemma_are_those_that_a_proof_does_not_give():
    (lemma,) = read_blocks(framed(LEMMA), "a.proof")
    assert with_ranges_of("y in [0,1], z in [0,1]", [lemma]) == (
        "y in [0,1], z in [0,1], x in (-inf,inf), s in (-inf,inf)"
    )
    for where in ("z in [0,1]", "", "s in (-inf,inf), z in [0,1]"):
        whole = with_ranges_of(where, [lemma])
        assert with_ranges_of(without_ranges_of(whole, [lemma]), [lemma]) == whole
    assert without_ranges_of(with_ranges_of("z in [0,1]", [lemma]), [lemma]) == "z in [0,1]"
    narrow = PROOF.replace("where z in [0,1/2]", "where z in [0,1/2]; y in [0,1]")
    assert "y in [0,1]" in read(f"{LEMMA}\n{narrow}").proof().where


def test_a_lemma_is_numbered_anew_with_the_steps_around_it():
    labels = PROOF.replace("2. at most 1", "1a. at most 1").replace("(2)\n", "(1a)\n", 1)
    for old, new in (
        ("3-5.", "1b-1d."),
        ("all of 5, 6", "all of 1d, 6"),
        ("*(4)", "*(1c)"),
        ("2*(2)", "2*(1a)"),
    ):
        labels = labels.replace(old, new)
    labels = labels.replace(": 3 ::", ": 1b ::").replace(": 4 --", ": 1c --")
    text = (
        LEMMA.replace("2. $s$", "1a. $s$").replace("from 2", "from 1a").replace(": 2 ::", ": 1a ::")
    )
    result = renumbered(framed(f"{text}\n{labels}"), "a.proof")
    assert result.text == framed(f"{LEMMA}\n{PROOF}")
    assert result.moved["my.thm1"] == {"1a": 2, "1b": 3, "1c": 4, "1d": 5}
    assert result.moved["my.sum-of-two"] == {"1a": 2}
    moved = (
        PROOF.replace("3-5.", "30-32.").replace("all of 5", "all of 32").replace("*(4)", "*(31)")
    )
    moved = moved.replace(": 3 ::", ": 30 ::").replace(": 4 --", ": 31 --")
    assert renumbered(framed(f"{LEMMA}\n{moved}"), "a.proof").text == framed(f"{LEMMA}\n{PROOF}")
    excepted = EXCEPT.replace("3-5.", "30-32.").replace("except 3, 4\n3.", "except 30, 31\n30.")
    excepted = excepted.replace("\n4. $s$", "\n31. $s$").replace("all of 5", "all of 32")
    excepted = excepted.replace("*(4)", "*(31)").replace(": 3 ::", ": 30 ::").split('mutant "w')[0]
    assert renumbered(framed(f"{LEMMA}\n{excepted}"), "a.proof").text == framed(
        f"{LEMMA}\n" + EXCEPT.split('mutant "w')[0]
    )


def test_steps_around_a_lemma_of_another_file_are_numbered_anew():
    lemma = "1-4. lemma thesis.distance-of-linear-rewards"
    text = f"proof my.thm1\n{lemma}\n4a. So. :: g >= 0 -- from 4\n5. So. :: g >= -1 -- from 4a\n"
    wanted = text.replace("5. So", "6. So").replace("4a", "5")
    assert renumbered(framed(text), "a.proof").text == framed(wanted)


def shipped():
    """The IDs of the lemmas of this package, and how often proofs take each of them in."""
    places = {
        id: place for item in SHIPPED for id, _ in locating.lemmas_of(item) for place in [item]
    }
    texts = (path.read_text("utf-8") for item in SHIPPED for path in item.home.rglob("*.proof"))
    return places, Counter(
        id for text in texts for id in re.findall(r"^ +\d+-\d+\. lemma (\S+)", text, re.M)
    )


def test_each_lemma_of_this_package_is_shared_and_belongs_to_its_document():
    places, uses = shipped()
    assert uses.keys() == places.keys()
    assert min(uses.values()) >= 2
    assert all(id.startswith(f"{document.prefix}.") for id, document in places.items())


def test_what_several_proofs_of_this_package_share_is_found_by_its_places():
    place = locating.places_of(SHIPPED[-1])["thesis.thm5.2", ""]
    first, *lemmas = locating.with_its_lemmas(place)
    assert first is place
    assert lemmas == [locating.lemma_place("thesis.privacy-of-noisy-sums")]
    assert lemmas[0].text.startswith("lemma thesis.privacy-of-noisy-sums\n")
