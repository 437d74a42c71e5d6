"""The texts of a new folder, in which @NAME@, @PREFIX@ and @TITLE@ are replaced."""
