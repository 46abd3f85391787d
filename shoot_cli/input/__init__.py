"""Text that people type, as answers, and back."""
