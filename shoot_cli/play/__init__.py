"""The session at the table: a battle from its first prompt to its end."""
