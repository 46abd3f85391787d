"""What battles of every edition share: turns, summaries, luck."""
