"""The law of a policy's actions, exact or enclosed, and its worst neighbours.

Where to start: `exact_privacy.exact_privacy` (an enclosure for any noise, notion and kind of
budget), `privacy_loss.privacy_loss` (the exact pure loss on all lists), `enumeration` (the plain
specification that the others are tested against), `law_divergences` (how far two laws are apart).
"""
