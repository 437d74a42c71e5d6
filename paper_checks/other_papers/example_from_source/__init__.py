"""What a folder that is made from a source gets besides its claims, with words to replace."""
