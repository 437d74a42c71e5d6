"""Programs that write stored files refuse a name that is not known, before they write anything."""

from collections.abc import Callable, Sequence
import pytest
from banditproof.paper_checks.running import (
    write_cases,
    write_derivations,
    write_variants,
    write_weights,
)


@pytest.mark.parametrize(
    ("main", "word", "said"),
    [
        (write_cases.main, "bernouli", "no document 'bernouli'; did you mean bernoulli?"),
        (write_derivations.main, "index_rul", "no theorem 'index_rul'; did you mean index_rule?"),
        (write_variants.main, "index_rul", "no theorem 'index_rul'; did you mean index_rule?"),
        (write_weights.main, "no", "no claim 'no'."),
    ],
)
def test_a_name_that_is_not_known_ends_the_program(
    main: Callable[[Sequence[str]], int], word: str, said: str, capsys
) -> None:
    with pytest.raises(SystemExit) as end:
        main([word])
    assert end.value.code == 2
    assert f"There is {said}" in capsys.readouterr().err
