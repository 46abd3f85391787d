"""Text that people type as answers, and answers as text."""
