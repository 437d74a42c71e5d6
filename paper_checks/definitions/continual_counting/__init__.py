"""Claims about counting under continual observation."""
