"""Stores of a server, in a file or in PostgreSQL: one database interface, and one store per noun."""
