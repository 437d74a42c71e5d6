"""The exact law of the likelihood ratio of a membership game, for finitely many rows."""
