"""Wrong calls and the sentences that they get, which stand by topic in `mistakes/*.toml`."""

import builtins
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
import pytest
from written_calls import scope

TABLES = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted((Path(__file__).parent / "mistakes").glob("*.toml"))
}


@cache
def names(topic: str) -> dict[str, Any]:
    """What the calls of a topic may use: the names of its modules, and its own."""
    result = dict(scope(*TABLES[topic]["modules"]))
    for name, text in TABLES[topic].get("where", {}).items():
        result[name] = eval(text, result)
    return result


def wrong_calls() -> Iterator[Any]:
    """Topic, call and sentence; a call with a blank, `...`, stands for one with each value."""
    for topic, table in TABLES.items():
        for call, answer in table["calls"].items():
            blanks = {answer: [None]} if isinstance(answer, str) else answer
            for sentence, values in blanks.items():
                for value in values:
                    full = call if value is None else call.replace("...", value)
                    yield pytest.param(topic, full, sentence, id=f"{topic}: {full[:150]}")


@pytest.mark.parametrize(("topic", "call", "sentence"), [*wrong_calls()])
def test_a_wrong_call_gets_one_sentence(topic: str, call: str, sentence: str) -> None:
    kind, colon, part = sentence.partition("Error: ")
    kind, part = (kind, part) if colon else ("Value", sentence)
    pattern = ".*".join(map(re.escape, part.split("...")))  # dots stand for any text
    scope = dict(names(topic))
    with pytest.raises(getattr(builtins, f"{kind}Error"), match=pattern) as error:
        eval(call, scope)
    message = str(error.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < TABLES[topic]["longest"]
