"""The battle on a phone in the same network: who may answer what (`hub`), and the small web server in front of it."""
