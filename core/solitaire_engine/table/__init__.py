"""A game at a table, whatever shows it: sessions, what the player holds, where piles stand, what changes, new games."""
