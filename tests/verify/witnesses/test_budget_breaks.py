"""What probabilities that are known as balls show of a budget."""

import math
import pytest
from flint import arb
from banditproof.theory import PureDP
from banditproof.verify.witnesses.budget_breaks import require_break
from banditproof.verify.witnesses.plain_fields import Refused


@pytest.mark.parametrize(
    ("other", "least", "most"),
    [
        (arb(0, 1e-4), math.log(5000), math.inf),
        (arb(1e-4, 1e-4), math.log(2500), math.inf),
        (arb(1e-4, 1e-6), math.log(4950), math.log(5051)),
    ],
)
def test_a_probability_that_may_be_0_shows_what_it_shows_at_most(other, least, most):
    cells = [(arb("0.5"), other), (arb("0.5"), arb("0.5"))]
    shown = require_break(cells, PureDP(4)).shown
    assert float(shown.lo) == pytest.approx(least, rel=1e-4)
    assert float(shown.hi) == pytest.approx(most, rel=1e-4)
    with pytest.raises(Refused, match="within"):
        require_break(cells, PureDP(9))
