"""The server: tables on the net, where no move is lost, no card leaked, every deal checkable."""
