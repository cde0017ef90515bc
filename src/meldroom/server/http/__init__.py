"""The HTTP API, and admission of connections."""
