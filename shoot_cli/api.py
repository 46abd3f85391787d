"""What programs and notebooks may rely on."""
