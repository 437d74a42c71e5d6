"""Section 5.2: a generic wrapper with episodes, and the indexes of AdaP-UCB and AdaP-KLUCB."""
