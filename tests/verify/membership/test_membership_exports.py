"""The public names of the room: each is found, in the place that it names."""

import pytest

from banditproof.verify import membership


def test_each_public_name_is_found_and_has_one_home():
    homes = " ".join(membership._HOMES.values()).split()
    assert sorted(homes) == sorted(membership.__all__)
    for name in membership.__all__:
        assert getattr(membership, name).__module__.startswith("banditproof.verify.membership.")
        assert getattr(membership, name).__doc__
    assert sorted(dir(membership)) == sorted(membership.__all__)


def test_another_name_is_no_attribute():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = membership.nothing
