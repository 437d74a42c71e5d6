"""No number, however extreme, makes a command fail after its arguments were read."""

from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from inspect import signature
import pytest
from case_tables import table
from banditproof.cli import arguments
from banditproof.cli.application import COMMANDS, imported_command
from banditproof.cli.option_groups import option_words
from banditproof.cli.option_ranges import COUNTS, RANGES

BASES = table(__file__, "bases")
LEFT_OUT = {("audit", "--rho"): (" --eps 1",), ("account", "--eps"): (" --delta 0.01",)}
"""What contradicts an option; what is given twice counts the last time."""
FAMILIES = {
    "--sigma": " --family gaussian",
    "--shape": " --family gamma",
    "--failures": " --family negative-binomial",
}
NOT_A_NUMBER = """--ties --family --support --weights --actions --notion --output
    --contexts --theta --seed --workers --points --digits --document --chapter --section --kind
    --verdict --grade --tier --out --format --of --for --proof --dask --keep --from --figures
    --title --prefix --data --target --array --columns --law --covariance --box --labels --model
    --goal --instances --prior --verify --plot --canary --sampling --noise-on --score --combination
    --references --aux --sty --setting --lean"""
"""Options that take a word, a file, a list, or an integer whose limits the help shows."""
EXTREMES = ("1e400", "5e-324", "1e20000", "1e-20000", "10^10^10", "-1e400", "1e99999999", "nan")


def numeric_options() -> list[tuple[str, str]]:
    """Every option of every command that takes a number; a new one is found here."""
    results = []
    for name in COMMANDS:
        for option in imported_command(name).params:
            takes_a_word = option.param_type_name == "option" and not option.is_flag
            if takes_a_word and option.opts[0] not in NOT_A_NUMBER.split():
                results.append((name, option.opts[0]))
    return results


def test_the_options_are_found() -> None:
    result = numeric_options()
    assert {("simulate", "--batch-ratio"), ("audit", "--rho"), ("bounds", "--sigma")} <= {*result}
    assert {name for name, _ in result} == {*BASES}


@pytest.mark.parametrize(("name", "option"), numeric_options())
def test_extreme_numbers_are_refused_or_counted_with(banditproof, tmp_path, name, option) -> None:
    (tmp_path / "actions.csv").write_text("1,0\n0,1\n")
    (tmp_path / "bits.csv").write_text("0,0\n1,0\n0,1\n1,1\n" * 4)
    base = BASES[name]
    for left_out in LEFT_OUT.get((name, option), ()):
        base = base.replace(left_out, "")
    base += FAMILIES.get(option, "")
    # a drawing takes half a second
    for word in EXTREMES if name != "plot" else ("10^10^10", "nan"):
        shown = f"{word}:1" if name == "plot" and option in ("--eps", "--rho") else word
        words = base.replace("FOLDER", str(tmp_path)).split()
        if option == "--means":
            shown = f"0.5,{word}"
        if option == "--rewards":
            shown = f"0:{word}"
        if option == "--at":
            shown = f"K=10,T=1e6,rho={word}"
        code, out, err = banditproof(name, *words, f"{option}={shown}")
        assert code in (0, 2), (word, err)
        assert (code == 2) == (not out), (word, err)
        if code == 2:
            assert err.startswith("banditproof: "), (word, err)
            assert err.count("\n") == 1, (word, err)
            assert len(err) < 400, (word, err)


def test_the_ends_of_a_range_belong_to_it() -> None:
    for name, allowed in RANGES.items():
        assert arguments.positive(name, allowed.least) > 0
        for beyond in (f"{allowed.most}1", str(Fraction(allowed.least) / 2)):
            with pytest.raises(ValueError, match="between"):
                arguments.positive(name, beyond)
    for name, allowed in COUNTS.items():
        assert arguments.count(name, allowed.most) == Fraction(allowed.most)


@pytest.mark.parametrize(("text", "words"), table(__file__, "the_words_of_a_list"))
def test_the_words_of_a_list(text, words) -> None:
    assert arguments.listed(text) == list(words)


def test_every_way_of_writing_gives_the_same_bounds(banditproof) -> None:
    ways = [
        ("[80%, 3/5]", "50%", "10^6"),
        ("0.8 0.6", "1/2", "1e6"),
        ("8e-1;.6", "0.5", "1_000_000"),
    ]
    tables = {
        banditproof("bounds", "--means", means, "--eps", eps, "--horizon", horizon, "--json").out
        for means, eps, horizon in ways
    }
    assert len(tables) == 1
    assert tables != {""}


def test_all_words_of_options_are_used() -> None:
    words = option_words()
    modules = {name: import_module(f"banditproof.cli.{name}") for name in words}
    for name, module in modules.items():
        groups = [kind for kind in vars(module).values() if is_dataclass(kind)]
        used = {field.name for kind in groups for field in fields(kind)}
        if hasattr(module, "command"):
            used |= {*signature(module.command).parameters}
        assert {*words[name]} <= used
