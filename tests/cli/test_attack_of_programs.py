"""Games against programs of a user: what the commands print, limits of time, sentences."""

import json
import subprocess
import sys
import pytest
from case_tables import table
from mistaken_lines import mistaken

BAD = table(__file__, "bad")


@pytest.fixture
def there(tmp_path, monkeypatch):
    """A folder with programs, most of which do not work, and with rows."""
    (tmp_path / "bad.py").write_text(BAD)
    (tmp_path / "slow_import.py").write_text("while True: pass")
    (tmp_path / "rows.csv").write_text("a,b\n0,1\n1,1\n0,0\n1,0\n")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("bad", None)


def test_the_command_prints_both_and_ends_with_their_code(banditproof, there) -> None:
    words = ["attack", "gradient", "bad:silent", "--games", "200"]
    code, out, err = banditproof(*words, "--json")
    facts = json.loads(out)
    assert (code, err, facts["refuted"], facts["noise"]) == (1, "", True, 0.808)
    shown, declared = float(facts["delta_shown"]["lo"]), float(facts["delta_declared"]["hi"])
    assert shown > declared
    code, out, _ = banditproof(*words)
    text = " ".join(out.split())
    assert code == 1
    assert f">= {facts['epsilon_shown']:.6g}" in text
    assert "The attack refutes it" in text
    assert max(map(len, out.splitlines())) <= 80
    code, out, err = banditproof("attack", "gradient", "bad:parts", "--games", "40")
    assert code == 0
    assert "So few games could refute nothing" in " ".join(out.split())
    assert "printed" not in out
    on_rows = ["bad:parts", "--data", "rows.csv", "--target", "2", "--neighbours", "replace"]
    known = json.loads(banditproof("attack", "gradient", *on_rows, "--json").out)
    assert (known["rows"], known["columns"], known["target_row"], known["noise"]) == (
        4,
        2,
        2,
        1.616,
    )


PATCHES = table(__file__, "patches")


@pytest.mark.parametrize(
    "words", table(__file__, "a_program_that_changes_its_judge_is_refuted_all_the_same")
)
def test_a_program_that_changes_its_judge_is_refuted_all_the_same(banditproof, there, words):
    (there / "patches.py").write_text(PATCHES)
    code, out, _ = banditproof(*words, "--games", "200", "--json")
    assert (code, json.loads(out)["refuted"]) == (1, True)
    assert "patches" not in sys.modules


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize("module", ["bad:hangs", "slow_import:x"])
def test_a_program_that_hangs_is_not_refuted(banditproof, module) -> None:
    code, out, err = banditproof("attack", "gradient", module, "--time-limit", "0.5")
    assert (code, out) == (3, "")
    assert f"{module} was not done in 0.5 s" in err


def test_a_program_that_catches_everything_is_ended(there) -> None:
    words = ["-m", "banditproof", "attack", "gradient", "bad:holds_on", "--time-limit", "1"]
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, check=False, timeout=100
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert "bad:holds_on was not done in 1 s" in done.stderr


@mistaken("programs")
@pytest.mark.usefixtures("there")
def test_what_a_program_does_wrong_is_said_in_one_sentence(banditproof, words, sentence) -> None:
    assert sentence in banditproof(*words).mistake
