"""Key events to buttons of a game: bindings, held keys and key labels."""
