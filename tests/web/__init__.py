"""Tests of the web page, in a real browser."""
