"""How a play in another process fails."""


class PolicyFailed(ValueError):
    """A policy in its own process could not be loaded, raised, died, or used up its time."""

    def __init__(
        self,
        sentence: str,
        ran_out: bool = False,
        died: bool = False,
        undeclared: bool = False,
        lacks: tuple[str, ...] = (),
        takes: tuple[str, ...] = (),
    ) -> None:
        super().__init__(sentence)
        self.ran_out = ran_out
        """Whether its time was used up: by its processor, or by the clock of a busy machine."""
        self.died = died
        """Whether its process ended, or had to be ended, for another reason."""
        self.undeclared = undeclared
        """Whether it was made, or could not be tried, and nothing is declared to be played here."""
        self.lacks = lacks
        """The numbers that its factory needs and did not get, such as eps."""
        self.takes = takes
        """What such a factory takes."""
