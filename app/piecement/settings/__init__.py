"""The player's settings: values with a title, a sentence, a range, a step and a unit, for screens to be made from.

Every value is frozen; a change is a new value that pydantic checks. Pydantic itself is imported only where there is
something to check, and the sections when a setting is first needed, not with the application.
"""
