"""What goes wrong with files and databases: each error says in one sentence what it was, and play goes on."""


class StorageError(Exception):
    """Something could not be kept or read; the text is one clear sentence."""


class DamagedError(StorageError):
    """A file is not what it should be."""


class DamagedDatabaseError(DamagedError):
    """The database is not sound; what is left of it can be salvaged."""


class NewerError(StorageError):
    """A file was written by a later version of the program."""


class MissingError(StorageError):
    """What was asked for is not kept, or not any more."""
