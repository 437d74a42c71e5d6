"""The text of errata: its entries are read with their witnesses, and a mistake is said."""

import re
from pathlib import Path
import pytest
from banditproof.paper_checks.statements.documents import SHIPPED, Document
from banditproof.paper_checks.statements.errata_text import ERRATA, importance, read_errata


@pytest.mark.parametrize("document", SHIPPED, ids=lambda document: document.name)
def test_no_entry_has_a_name_of_ours(document: Document) -> None:
    prefixes = "|".join(known.prefix for known in SHIPPED)
    for entry in read_errata(document.home / ERRATA):
        words = f"{entry.title} {entry.says} {entry.witness} {entry.instead} {entry.assumed}"
        assert not re.search(rf"\b({prefixes})\.[a-z0-9]", words), entry.title
        assert words.count("$") % 2 == 0, entry.title
        assert entry.says or entry.instead, entry.title
        if importance(entry.weight) == "serious":
            assert entry.witness or entry.instead, entry.title


def test_what_is_wrong_with_a_text_of_errata_is_said_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / ERRATA
    good = "false: A theorem\n  of p.a,\n  p.b\n  It is false\n  at 0.\n  Witness: x = 0.\n"
    file.write_text(f"# words\n\n{good}", "utf-8")
    (entry,) = read_errata(file)
    assert entry.claims == ("p.a", "p.b")
    assert (entry.says, entry.witness) == ("It is false at 0.", "x = 0.")
    for text, words in (
        (good.replace("false:", "falze:"), "did you mean 'false'?"),
        (good.replace("  of p.a,\n  p.b\n", ""), "names no claim"),
        (good + good, "An empty line stands between two entries"),
        (f"{good}\n{good}", "name it once"),
        (f"{good}  Witness: y.\n", "two fields 'Witness'"),
        (good.replace("Witness:", "Witness of p.c:"), "a witness of p.c, and is not about it"),
        (good.replace("Witness:", "Witness of p.a"), "does not end its IDs by a colon"),
        ("  of p.a\n", "An entry begins with a weight"),
    ):
        file.write_text(text, "utf-8")
        with pytest.raises(ValueError, match=rf"document.errata:\d+:1: .*{re.escape(words)}"):
            read_errata(file)


def test_a_witness_says_of_which_claims_it_is(tmp_path: Path) -> None:
    file = tmp_path / ERRATA
    shared = "false: A theorem\n  of p.a, p.b, p.c\n  Witness of p.a,\n  p.b: x\n  = 0.\n"
    file.write_text(f"{shared}  Witness of p.b: y.\n  Instead: z.\n", "utf-8")
    (entry,) = read_errata(file)
    assert [entry.witness_of(f"p.{name}") for name in "abc"] == ["x = 0.", "x = 0. y.", ""]
    assert (entry.witness, entry.instead) == ("x = 0. y.", "z.")
    assert entry.about(("p.a", "p.c")).witness == "x = 0."
    file.write_text("false: A theorem\n  of p.a, p.b\n  Witness: x.\n", "utf-8")
    (entry,) = read_errata(file)
    assert (entry.witness, entry.witness_of("p.a")) == ("x.", "")
