"""The rest of a deal when nothing is left but plain tricks with open hands: what a game tells the solver of it.

Plain tricks: follow suit if you can; the highest trump wins, else the highest card of the suit led (a higher rank is a
higher bit); who wins leads.  Two seats, or four of which those opposite each other are a side: the side of a seat is
`seat & 1`.  Each trick is worth the same, only the last one may be worth more, and the more a side wins the better.
"""

import numpy as np

MOST_SEATS = 4
KEY = 6  # words of the key that `Game.outlook` writes

REST = np.dtype(
    [
        ("seats", np.int64),  # 2 or 4
        ("hands", np.int64, MOST_SEATS),  # cards held, by seat
        ("trick", np.int64, MOST_SEATS),  # card of each seat to this trick; read only where one lies
        ("lead", np.int64),  # seat that leads this trick
        ("lain", np.int64),  # cards that lie in it, in turn from `lead` on
        ("trump", np.int64),  # suit, NONE = no trump
        ("worth", np.int64),  # of a trick
        ("extra", np.int64),  # of the last one, in addition
        ("won", np.int64, 2),  # what each side wins: found by the solver
    ]
)
