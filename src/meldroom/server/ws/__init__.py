"""The websocket part of the server."""
