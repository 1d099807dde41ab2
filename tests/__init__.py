"""The tests, in the folders of the code. A package, as some libraries install one of this name."""
