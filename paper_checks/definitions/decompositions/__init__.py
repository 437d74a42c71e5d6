"""Claims of Section 4.2.2: how well a private policy's actions tell two environments apart."""
