/* Tells the distance, the useful tiles and the discards of a hand: hand TILES [RULES] */
#include <inttypes.h>
#include <paili.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program when a call has failed. */
static void check(paili_status status) {
    if (status != PAILI_OK) {
        fprintf(stderr, "hand: %s\n", paili_last_error()->message);
        exit(1);
    }
}

static void print_kind(int kind) {
    printf(" %d%c", kind % 9 + 1, "mpsz"[kind / 9]);
}

static void print_analysis(paili_analysis analysis) {
    printf(" distance %d, useful", analysis.distance);
    for (int kind = 0; kind < PAILI_KINDS; kind++)
        if (analysis.useful >> kind & 1) print_kind(kind);
    printf(": %" PRIu32 " tiles\n", analysis.acceptance);
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "hand: expected a hand, and perhaps a rule set\n");
        return 2;
    }
    paili_rules *rules;
    check(paili_rules_named(argc > 2 ? argv[2] : "riichi", &rules));

    uint8_t counts[PAILI_KINDS];
    check(paili_read_hand(rules, argv[1], counts));
    paili_analysis analysis;
    check(paili_analyse(rules, counts, NULL, &analysis));
    printf("hand:");
    print_analysis(analysis);

    paili_discard discards[PAILI_MOST_DISCARDS];
    size_t found;
    check(paili_discards(rules, counts, NULL, discards, &found));
    for (size_t place = 0; place < found; place++) {
        printf("discard");
        print_kind(discards[place].kind);
        printf(":");
        print_analysis(discards[place].after);
    }
    paili_rules_free(rules);
    return 0;
}
