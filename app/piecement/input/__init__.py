"""From key events to the buttons of a game: bindings, holds, and what keys are called."""
