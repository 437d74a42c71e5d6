"""What a check says: its verdict, the words that give it, and how sharp a comparison was."""
