"""The calls of docs/protocol.md: HTTP and the live connection."""
