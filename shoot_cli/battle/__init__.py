"""Shared code for battles of every edition: turns, summaries, luck."""
