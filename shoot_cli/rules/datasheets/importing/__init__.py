"""What 10th edition and its kin share of taking rosters: columns, saves, and what abilities say."""
