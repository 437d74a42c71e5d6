"""A build of pages fails where a page does not tell the truth, or has a dead link."""

import atexit
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
import pytest
from case_tables import table

EXTENSIONS = Path(__file__).resolve().parents[2] / "docs"
CONF = f"""
import sys
sys.path.insert(0, {str(EXTENSIONS)!r})
project = "pages"
extensions = ["myst_nb", "extensions.typeset", "extensions.checked_examples",
              "extensions.external_links"]
myst_enable_extensions = ["dollarmath"]
exclude_patterns = ["_build"]
nb_execution_mode = "off"
"""
GOOD = table(__file__, "good")
OTHER = "# Other\n\nText with a [place](https://example.org/page).\n"


BUILDS = f"""
import json, os, sys
sys.path.insert(0, {str(EXTENSIONS)!r})
from importlib import import_module
from sphinx.application import builtin_extensions
from sphinx.cmd.build import main
for name in (*builtin_extensions, "myst_nb", "extensions.typeset", "extensions.checked_examples"):
    import_module(name)
import_module("extensions.kept_results").sources()
for line in sys.stdin:
    if not os.fork():
        os.chdir(line.strip())
        for stream in (1, 2):
            os.dup2(os.open(f"stream{{stream}}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
        sys.exit(main(["--quiet", "--fail-on-warning", "-b", "html", ".", "_build/html"]))
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""
"""What a build imports is imported once; each goes on in a fork."""


@cache
def builder() -> subprocess.Popen[str]:
    """The process that forks for each build; it ends with its input."""
    command = [sys.executable, "-c", BUILDS]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.communicate)
    return process


def built(folder: Path, index: str, other: str = OTHER) -> subprocess.CompletedProcess[str]:
    (folder / "conf.py").write_text(CONF)
    (folder / "index.md").write_text(index)
    (folder / "other.md").write_text(other)
    process = builder()
    assert process.stdin
    assert process.stdout
    print(folder, file=process.stdin, flush=True)
    code = int(process.stdout.readline())
    return subprocess.CompletedProcess([], code, stderr=(folder / "stream2").read_text())


@pytest.mark.slow
def test_true_pages_are_built_with_formulas_and_without_scripts_of_others(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="pip install banditproof[docs]")
    done = built(tmp_path, GOOD)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "_build" / "html" / "index.html").read_text()
    assert "<mfrac>" in page
    assert re.search(r"<script[^>]*mathjax", page, re.IGNORECASE) is None
    listed = (tmp_path / "_build" / "external_links.txt").read_text()
    assert listed == "https://example.org/page\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "said"), table(__file__, "pages_that_are_not_true_are_refused")
)
def test_pages_that_are_not_true_are_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    pytest.importorskip("sphinx", reason="pip install banditproof[docs]")
    assert old in GOOD
    done = built(tmp_path, GOOD.replace(old, new))
    assert done.returncode != 0
    assert said in done.stderr


@pytest.mark.slow
def test_examples_that_were_true_are_not_run_again_until_their_page_changes(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="pip install banditproof[docs]")
    runs = tmp_path / "runs"
    page = GOOD.replace("print(1)", f"open({str(runs)!r}, 'a').write('x'); print(1)")
    for number, text in enumerate((page, page, page + "\nMore.\n", page)):
        done = built(tmp_path, text)
        assert done.returncode == 0, done.stderr
        assert len(runs.read_text()) == (1, 1, 2, 3)[number]
    wrong = page.replace("\n1\n```", "\n2\n```")
    assert [built(tmp_path, wrong).returncode for _ in range(2)] == [1, 1]
    assert len(runs.read_text()) == 5
