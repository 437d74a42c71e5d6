"""How a play in another process fails."""


class PolicyFailed(ValueError):
    """A policy in its own process could not be loaded, raised, died, or used up its time."""

    def __init__(self, sentence: str, ran_out: bool = False, died: bool = False) -> None:
        super().__init__(sentence)
        self.ran_out = ran_out
        """Whether its time was used up: by its processor, or by the clock of a busy machine."""
        self.died = died
        """Whether its process ended, or had to be ended, for another reason."""
