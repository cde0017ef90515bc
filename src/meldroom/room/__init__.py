"""The room without I/O: tables, seats, clocks, what each seat is sent; the server is around it."""
