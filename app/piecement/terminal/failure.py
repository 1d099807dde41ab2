"""Ending the program for a failure that Textual does not see."""

from typing import Any

from textual.app import App


def end_program(app: App[Any], error: Exception) -> None:  # whatever its result
    """End the program with the traceback of an error, as a failing handler of Textual does.

    To be called in the event loop, from outside of Textual's messages.
    """
    try:
        raise error
    except Exception:
        app._handle_exception(error)  # its report is made of the exception being handled
