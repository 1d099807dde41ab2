"""What a server stores, in a file or in PostgreSQL: one interface to both, and a store for each noun."""
