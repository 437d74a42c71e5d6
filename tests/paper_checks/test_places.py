"""Names and places: IDs, labels, sections and pages agree with folders and the catalogue."""

import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
import pytest
from case_tables import table
from banditproof.paper_checks import claims
from banditproof.paper_checks.statements.asked_places import has_page
from banditproof.paper_checks.statements.catalogue import (
    DOCUMENTS,
    catalogue,
    former_id,
    former_ids,
    label,
    present_id,
)
from banditproof.paper_checks.statements.claim_facts import facts_of
from banditproof.paper_checks.statements.claim_search import Filter, wanted
from banditproof.paper_checks.statements.documents import SHIPPED, document_named, document_of_id
from banditproof.paper_checks.statements.index import text_index
from banditproof.paper_checks.statements.places import Place, folder_place, with_pages
from banditproof.paper_checks.statements.resolver import answering, nearest, resolve

ROOM = Path(__file__).resolve().parents[2] / "paper_checks"


def test_every_id_begins_with_its_document() -> None:
    for claim in claims():
        assert document_of_id(claim.id) is document_named(claim.document), claim.id
    assert {document.name for document in SHIPPED} == set(DOCUMENTS)


def test_a_claim_stands_in_a_section_that_its_place_names() -> None:
    homes = defaultdict(list)
    for claim in claims():
        document = document_named(claim.document)
        _, _, folder = folder_place(document.module_of(claim.text.with_suffix("")))
        if folder:
            homes[claim.text].append(claim.where.lies_in(folder) or folder in claim.where.sections)
    astray = [file for file, at_home in homes.items() if not any(at_home)]
    assert astray == []


def test_no_document_imports_from_inside_another() -> None:
    for document in ("bernoulli", "zcdp", "renyi", "adversarial", "one_horizon", "thesis"):
        others = "|".join(name for name in DOCUMENTS if name != document)
        for file in (ROOM / document).rglob("*.py"):
            foreign = re.findall(rf"import.*paper_checks\.({others})\b", file.read_text())
            foreign += re.findall(
                rf"from banditproof\.paper_checks\.({others})\b", file.read_text()
            )
            assert foreign == [], file
    for file in (ROOM / "models").glob("*.py"):
        assert not re.search(rf"paper_checks\.({'|'.join(DOCUMENTS)})\b", file.read_text()), file


def test_no_basename_repeats_and_none_is_vague() -> None:
    names = [file.stem for file in ROOM.rglob("*.py") if file.stem != "__init__"]
    assert sorted(n for n in set(names) if names.count(n) > 1) in ([], ["coupled_environment"])
    vague = re.compile(
        r"(utils?|helpers?|common|misc|base|core|theorem|remarks?|regimes|definitions?)"
    )
    assert [name for name in names if vague.fullmatch(name)] == []


def test_the_numbers_of_files_are_those_of_their_claims() -> None:
    """A file that is named after Theorem 4.14 stands beside the text of that theorem."""
    numbered = re.compile(
        r"(theorem|lemma|corollary|proposition|definition|example)_((?:\d+|[a-h])_\d+)(?:_|\Z)"
    )
    beside, files = defaultdict(set), defaultdict(set)
    for claim in claims():
        folder = str(Path(claim.file).parent)
        beside[folder].add(claim.label.lower())
        files[folder].add(claim.file)
    for file, labels in ((file, beside[folder]) for folder in files for file in files[folder]):
        name = numbered.match(Path(file).stem)
        if name:
            wanted_label = f"{name[1]} {name[2].replace('_', '.')}"
            assert any(text.startswith(wanted_label) for text in labels), (file, labels)


def test_the_index_says_what_the_programs_say() -> None:
    """Mutants, steps, and what a proof rests on are read in sources; the modules have the same."""
    assert [claim.id for claim in claims()] == list(text_index())
    for claim in claims():
        listed = text_index()[claim.id]
        registered = facts_of(claim, claim.grade, claim.universal)
        assert replace(listed, line=0) == replace(registered, line=0), claim.id


def test_every_former_id_leads_to_its_present_one() -> None:
    assert len(former_ids()) > 300
    for before, now in former_ids().items():
        assert present_id(before) == now
        assert former_id(now) == before
        assert now in catalogue() or now in text_index()
    assert present_id("bern.thm3.1") is None
    assert present_id("nonsense") is None


@pytest.mark.parametrize(("id", "name"), table(__file__, "labels"))
def test_labels(id: str, name: str) -> None:
    assert label(id) == name


def test_places_in_words() -> None:
    assert str(Place("thesis", "4", "4.4, B.6", "", "96-99")) == (
        "Section 4.4 and Appendix B.6, pp. 96-99"
    )
    assert str(Place("bernoulli", "", "Abstract, 1", "", "")) == "Abstract and Section 1"
    assert str(Place("thesis", "3", "3.1 to 3.2", "", "57")) == "Sections 3.1 to 3.2, p. 57"
    assert not Place("thesis", "4", "4.2.1", "", "").lies_in("4.21")
    assert Place("thesis", "4", "4.2.1", "", "").lies_in("4.2")
    assert str(Place("zcdp", "", "V-B1, E-B", "", "")) == "Section V-B1 and Appendix E-B"
    assert str(Place("zcdp", "", "Appendix I", "", "")) == "Appendix I"
    assert str(Place("thesis", "6", "6.7, 8", "", "166")) == "Section 6.7 and Chapter 8, p. 166"
    inside = Place("zcdp", "", "IV-A2, B-D", "", "")
    assert [inside.lies_in(s) for s in ("IV", "IV-A", "B", "I", "V", "A")] == [True] * 3 + [
        False
    ] * 3
    assert folder_place("banditproof.paper_checks.zcdp.section_6_x.y") == ("zcdp", "", "VI")
    assert folder_place("banditproof.paper_checks.zcdp.appendix_i_x.y") == (
        "zcdp",
        "",
        "Appendix I",
    )


def test_tables_of_contents_have_increasing_pages() -> None:
    (thesis,) = (item for item in SHIPPED if item.name == "thesis")
    pages = [int(s.page) for s in thesis.sections.values() if s.page.isdigit()]
    assert pages == sorted(pages)
    assert len(pages) > 50


def test_words_of_a_reader() -> None:
    assert answering(("lemma f.3",))("bern.lemF.3")
    assert not answering(("lemma f.1",))("bern.lemF.3")
    assert [f.id for f in wanted(Filter(words=("eq 2.14",)))] == ["thesis.eq2.14"]
    assert nearest("bern.thm43")[0] == "bern.thm4.3"
    assert nearest("zzzzzz") == []


def test_an_ambiguous_label_names_the_candidates() -> None:
    with pytest.raises(ValueError, match=r"bern\.thm4\.3 .*; thesis\.thm4\.3 "):
        resolve(["Theorem 4.3"])
    with pytest.raises(ValueError, match="No claim has an ID like"):
        resolve(["bern.nothing.*"])


def test_a_label_is_that_of_the_statement_and_not_of_a_step_of_its_proof() -> None:
    assert text_index()["bern.corD.5.proof"].label == "Corollary D.5"
    assert resolve(["Corollary D.5"]).ids == ("bern.corD.5",)


def test_a_place_of_two_sections_has_the_pages_of_both() -> None:
    pages = with_pages("thesis", "5", ("5.2, C.2.3", "", "")).page
    assert pages == "103-107, 206-211"
    assert [page for page in ("105", "150", "208") if has_page(pages, page)] == ["105", "208"]


def test_a_part_has_the_page_of_the_whole_where_it_stands_in_the_same_section() -> None:
    facts = text_index()
    assert facts["thesis.alg7"].page == "104"
    assert not has_page(facts["thesis.alg7.starts"].page, "104")
    part = facts["thesis.def2.5.moments"]
    assert (part.place, part.page) == ("Section 2.1.2, Definition 2.5 and below, p. 16", "16")
    assert facts["thesis.rem.ttstar"].page == "123-124"
    assert facts["thesis.rem.ttstar.better"].place == "Section 5.4, introduction, p. 117"


def test_statements_of_the_thesis_stand_on_one_page_or_two() -> None:
    stated = [item for item in text_index().values() if item.document == "thesis" and item.stated]
    wide = [item.id for item in stated if any(map(_is_wide, item.page.split(", ")))]
    assert all(item.page for item in stated)
    assert len(wide) <= 40, wide


def _is_wide(pages: str) -> bool:
    first, _, last = pages.partition("-")
    return first.isdigit() and last.isdigit() and int(last) > int(first) + 1
