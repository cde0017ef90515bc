"""Websocket connections."""
