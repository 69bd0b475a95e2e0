// Tells the distance, the useful tiles and the discards of a hand: hand TILES [RULES]
#include <iostream>
#include <paili.hpp>

static void print_kind(int kind) {
    std::cout << ' ' << kind % 9 + 1 << "mpsz"[kind / 9];
}

static void print_analysis(const paili_analysis &analysis) {
    std::cout << " distance " << int(analysis.distance) << ", useful";
    for (int kind = 0; kind < PAILI_KINDS; kind++)
        if (analysis.useful >> kind & 1) print_kind(kind);
    std::cout << ": " << analysis.acceptance << " tiles\n";
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) {
        std::cerr << "hand: expected a hand, and perhaps a rule set\n";
        return 2;
    }
    try {
        const auto rules = paili::Rules::named(argc > 2 ? argv[2] : "riichi");
        const auto counts = rules.read_hand(argv[1]);
        std::cout << "hand:";
        print_analysis(rules.analyse(counts));
        for (const auto &discard : rules.discards(counts)) {
            std::cout << "discard";
            print_kind(discard.kind);
            std::cout << ':';
            print_analysis(discard.after);
        }
        // Batches answer as hands do that come alone.
        if (rules.distances({counts, counts}).back() != rules.distance(counts)) return 1;
        if (rules.analyses({counts, counts}).back().useful != rules.analyse(counts).useful) return 1;
    } catch (const paili::Error &error) {
        std::cerr << "hand: " << error.what() << '\n';
        return 1;
    }
}
