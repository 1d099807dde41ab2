"""The pages of the documentation, and what they are made with."""
