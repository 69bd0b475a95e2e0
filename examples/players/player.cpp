// A player of the THUPC rule, or with the argument "acceptance" one who keeps the most tiles useful.
//
//     c++ -O2 -std=c++17 -o player examples/players/player.cpp
//     paili compare exec:./player "exec:./player acceptance"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

// What a part of a hand lacks: the fewest tiles for a number of melds, without a pair and with one.
using Row = std::array<std::array<int, 5>, 2>;
constexpr int FAR = 99;

// Two parts as one.
Row merge(const Row& a, const Row& b) {
    Row row;
    for (auto& with : row) with.fill(FAR);
    for (int p = 0; p < 2; ++p)
        for (int q = 0; p + q < 2; ++q)
            for (int m = 0; m < 5; ++m)
                for (int n = 0; m + n < 5; ++n) row[p + q][m + n] = std::min(row[p + q][m + n], a[p][m] + b[q][n]);
    return row;
}

// What some ranks of a suit lack, going from rank to rank: the fewest tiles so far, by the chows that began on the two ranks
// before, the melds and the pair.
Row lacks(const int* counts, int ranks) {
    struct State { int before, last, melds, pairs; };
    auto place = [](State s) { return ((s.before * 5 + s.last) * 5 + s.melds) * 2 + s.pairs; };
    std::array<int, 250> lacking, next;
    lacking.fill(FAR);
    lacking[0] = 0;
    for (int rank = 0; rank < ranks; ++rank, lacking = next) {
        next.fill(FAR);
        for (int from = 0; from < 250; ++from) {
            if (lacking[from] == FAR) continue;
            State s{from / 50, from / 10 % 5, from / 2 % 5, from % 2};
            for (int chows = 0; chows + s.melds <= (rank + 2 < ranks ? 4 : s.melds); ++chows)
                for (int pongs = 0; pongs < 2 && s.melds + chows + pongs <= 4; ++pongs)
                    for (int pair = 0; pair + s.pairs < 2; ++pair) {
                        int used = s.before + s.last + chows + 3 * pongs + 2 * pair;
                        if (used > 4) continue;
                        int& best = next[place({s.last, chows, s.melds + chows + pongs, s.pairs + pair})];
                        best = std::min(best, lacking[from] + std::max(0, used - counts[rank]));
                    }
        }
    }
    Row row;
    for (int pairs = 0; pairs < 2; ++pairs)
        for (int melds = 0; melds < 5; ++melds) row[pairs][melds] = lacking[place({0, 0, melds, pairs})];
    return row;
}

// The row of a suit, or of the honors, none of which can form a chow. Every one is worked out once.
const Row& part(const int* counts, int ranks) {
    static std::unordered_map<uint32_t, Row> known[2];
    uint32_t code = 0;
    for (int rank = 0; rank < ranks; ++rank) code = code * 5 + counts[rank];
    auto [place, is_new] = known[ranks == 7].try_emplace(code);
    if (is_new) {
        Row row = lacks(counts, ranks == 7 ? 1 : 9);
        for (int honor = 1; ranks == 7 && honor < 7; ++honor) row = merge(row, lacks(counts + honor, 1));
        place->second = row;
    }
    return place->second;
}

const std::vector<std::string> TILES = [] {
    std::vector<std::string> tiles;
    for (char suit : {'M', 'P', 'S'})
        for (char rank = '1'; rank <= '9'; ++rank) tiles.push_back({rank, suit});
    for (char honor : {'E', 'S', 'W', 'N', 'B', 'F', 'Z'}) tiles.push_back({honor});
    return tiles;
}();

// The number of a tile, or -1 of a special one.
int tile_of(const std::string& token) {
    static const std::unordered_map<std::string, int> numbers = [] {
        std::unordered_map<std::string, int> numbers;
        for (int tile = 0; tile < 34; ++tile) numbers[TILES[tile]] = tile;
        return numbers;
    }();
    auto found = numbers.find(token);
    return found == numbers.end() ? -1 : found->second;
}

struct Game {
    std::string seat;
    std::array<int, 34> hand{}, open{};
    int melds = 4, last = -1;

    int distance() const {
        Row row = merge(part(&hand[0], 9), part(&hand[9], 9));
        row = merge(row, merge(part(&hand[18], 9), part(&hand[27], 7)));
        return row[1][melds];
    }

    void see(const std::string& who, const std::string& event, const std::vector<int>& tiles) {
        if (event == "IN" && !tiles.empty() && tiles[0] >= 0) ++hand[tiles[0]];
        if (event == "OUT" && tiles[0] >= 0) {
            last = tiles[0];
            ++open[last];
            if (who == seat) --hand[last];
        }
        if (event == "PONG" || event == "CHOW") {
            // The claimed tile lies open already.
            --open[last];
            if (who == seat) ++hand[last], --melds;
            for (int tile : tiles) {
                ++open[tile];
                if (who == seat) --hand[tile];
            }
        }
    }

    // How many tiles that it has not seen bring the hand nearer.
    int acceptance(int lacking) {
        // What lies open counts its own melds, too.
        int sum = 0;
        for (int tile = 0; tile < 34; ++tile) {
            if (hand[tile] == 4) continue;
            ++hand[tile];
            if (distance() < lacking) sum += 4 - (hand[tile] - 1) - open[tile];
            --hand[tile];
        }
        return sum;
    }

    // Ties go to the last in the order of the tiles.
    int discard(const std::vector<int>& tiles, bool for_acceptance) {
        int best = -1, nearest = FAR, most = -1;
        for (int tile : tiles) {
            --hand[tile];
            int lacking = distance();
            if (lacking <= nearest) {
                // The discarded tile has been seen as well.
                ++open[tile];
                int accepted = for_acceptance ? acceptance(lacking) : 0;
                --open[tile];
                if (lacking < nearest || accepted >= most) best = tile, nearest = lacking, most = accepted;
            }
            ++hand[tile];
        }
        return best;
    }

    // Whether claiming the last discard for a meld brings the hand nearer.
    bool claims(const int* meld) {
        int now = distance();
        Game after = *this;
        ++after.hand[last];
        for (int place = 0; place < 3; ++place) --after.hand[meld[place]];
        --after.melds;
        return after.distance() < now;
    }

    std::string answer(const std::string& question, const std::vector<int>& tiles, bool for_acceptance) {
        if (question == "OUT?") return "OUT " + TILES[discard(tiles, for_acceptance)];
        if (question == "PONG?") {
            int pong[] = {tiles[0], tiles[0], tiles[0]};
            return claims(pong) ? "PONG" : "PASS";
        }
        for (size_t chow = 0; chow < tiles.size(); chow += 3)
            if (claims(&tiles[chow]))
                return "CHOW " + TILES[tiles[chow]] + " " + TILES[tiles[chow + 1]] + " " + TILES[tiles[chow + 2]];
        return "PASS";
    }
};

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    bool for_acceptance = argc > 1 && argv[1] == std::string("acceptance");
    std::unordered_map<std::string, Game> games;
    std::string line;
    std::vector<std::string> words;
    std::vector<int> tiles;
    // What is said has to be sent before it waits for more.
    auto next_line = [&] {
        if (std::cin.rdbuf()->in_avail() == 0) std::cout.flush();
        return bool(std::getline(std::cin, line));
    };
    while (next_line() && line != "END") {
        size_t count = 0;
        for (size_t begin = 0, end; begin < line.size(); begin = end + 1) {
            end = std::min(line.find(' ', begin), line.size());
            if (count == words.size()) words.emplace_back();
            words[count++].assign(line, begin, end - begin);
        }
        const std::string &number = words[0], &who = words[1], &event = words[count > 2 ? 2 : 1];
        if (number == "PAILI") {
            std::cout << "PAILI 1 player.cpp" << (for_acceptance ? ", acceptance" : "") << '\n';
        } else if (who == "GAME") {
            games[number].seat = event;
        } else if (who == "DRAW" || event == "WIN" || event == "FORFEIT") {
            games.erase(number);
        } else if (count > 3 || who.back() == '?') {
            bool asked = who.back() == '?';
            tiles.clear();
            for (size_t word = asked ? 2 : 3; word < count; ++word) tiles.push_back(tile_of(words[word]));
            Game& game = games[number];
            if (asked)
                std::cout << number << ' ' << game.answer(who, tiles, for_acceptance) << '\n';
            else
                game.see(who, event, tiles);
        }
    }
}
