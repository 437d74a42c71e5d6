"""For test suites."""

from banditproof.verify.assertions import NotPrivate, NotShownPrivate, assert_private
from banditproof.verify.private_mark import private
