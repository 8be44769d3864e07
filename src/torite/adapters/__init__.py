"""torite's games in the shape that other libraries expect: `pettingzoo`, `gymnasium`, `open_spiel`, `rlcard`.

Each needs its library: `pip install 'torite[pettingzoo]'`, `[gymnasium]`, `[openspiel]`, `[rlcard]`.
"""
