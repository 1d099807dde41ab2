"""The player's settings: frozen models of pydantic whose fields say all that screens, files and commands show of them.

Every value is frozen; a change is a new value that pydantic checks.
"""
