"""A player who discards to the smallest distance, of equals to the largest acceptance given all that it has seen, and claims as
the rule does: paili compare "exec:python3 examples/players/acceptance.py" rule --games 600"""
from collections import Counter

from rule import TILES, Game, distance, play

class Accepting(Game):
    def __init__(self, seat):
        super().__init__(seat)
        self.open = Counter()

    def see(self, seat, event, *tiles):
        if event == "OUT":
            self.open[tiles[0]] += 1
        elif event in ("PONG", "CHOW"):
            # The claimed tile lies open already.
            self.open.update(Counter(tiles) - Counter([self.last]))
        super().see(seat, event, *tiles)

    def acceptance(self, hand, lacking):
        """How many tiles that it has not seen bring a hand nearer."""
        nearer = (tile for tile in TILES if hand[tile] < 4 and distance(hand + Counter([tile]), self.melds) < lacking)
        return sum(4 - self.hand[tile] - self.open[tile] for tile in nearer)

    def discard(self, tiles):
        lacking = min(distance(self.without(tile), self.melds) for tile in tiles)
        nearest = [tile for tile in reversed(tiles) if distance(self.without(tile), self.melds) == lacking]
        return max(nearest, key=lambda tile: self.acceptance(self.without(tile), lacking))

if __name__ == "__main__":
    play("acceptance.py", Accepting)
