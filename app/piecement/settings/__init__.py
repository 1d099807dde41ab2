"""The player's settings: values with title, sentence, range, step and unit, from which screens are made.

Every value is frozen; a change is a new value that pydantic checks. Pydantic itself is imported only where there is
something to check, and the sections when a setting is first needed, not with the application.
"""
