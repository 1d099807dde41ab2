"""The game over SSH: whoever connects plays at once, and the key is the account."""
