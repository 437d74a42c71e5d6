"""Claims of the thesis, chapters 2 to 4 and appendices A and B: definitions, lower bounds."""
