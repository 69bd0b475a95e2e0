/* Times the distances of many random hands: batch HANDS [RULES [FILE]]
 *
 * FILE is where the hands are written, 34 bytes each, for whoever wants to time them elsewhere. Each time is of the best of five
 * runs. Hands are of 14 tiles, so that rule sets with larger ones take them to have exposed melds. */
#include <paili.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TILES 14

/* Ends the program when a call has failed. */
static void check(paili_status status) {
    if (status != PAILI_OK) {
        fprintf(stderr, "batch: %s\n", paili_last_error()->message);
        exit(1);
    }
}

static void *room(size_t number, size_t size) {
    void *memory = malloc(number * size);
    if (memory == NULL) {
        fprintf(stderr, "batch: no memory for so many hands\n");
        exit(1);
    }
    return memory;
}

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The next random number below a bound, by xorshift64*. */
static unsigned below(unsigned bound) {
    static uint64_t state = 1;
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned)((state * 2685821657736338717u >> 32) % bound);
}

/* Draws a hand from the tiles of a deck that begins with all of them. */
static void draw(uint8_t *deck, unsigned tiles, uint8_t *counts) {
    memset(counts, 0, PAILI_KINDS);
    for (unsigned place = 0; place < TILES; place++) {
        unsigned other = place + below(tiles - place);
        uint8_t drawn = deck[other];
        deck[other] = deck[place];
        deck[place] = drawn;
        counts[drawn]++;
    }
}

int main(int argc, char **argv) {
    size_t hands = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    if (hands == 0 || argc > 4) {
        fprintf(stderr, "batch: expected a number of hands, and perhaps a rule set and a file\n");
        return 2;
    }
    const char *name = argc > 2 ? argv[2] : "riichi";
    paili_rules *rules;
    check(paili_rules_named(name, &rules));

    /* Tiles that the rule set has not are in no hand. */
    uint8_t deck[4 * PAILI_KINDS];
    unsigned tiles = 0;
    for (uint8_t kind = 0; kind < PAILI_KINDS; kind++) {
        uint8_t one[PAILI_KINDS] = {0}, distance;
        one[kind] = 1;
        if (paili_distance(rules, one, &distance) == PAILI_OK)
            for (int copy = 0; copy < 4; copy++) deck[tiles++] = kind;
    }
    uint8_t *counts = room(hands, PAILI_KINDS);
    for (size_t hand = 0; hand < hands; hand++) draw(deck, tiles, counts + PAILI_KINDS * hand);

    uint8_t *distances = room(hands, sizeof *distances);
    paili_analysis *analyses = room(hands, sizeof *analyses);
    double of_distances = 1e9, of_analyses = 1e9;
    for (int run = 0; run < 5; run++) {
        double begun = seconds();
        check(paili_distance_batch(rules, counts, hands, distances));
        double between = seconds();
        check(paili_analyse_batch(rules, counts, hands, analyses));
        double ended = seconds();
        if (between - begun < of_distances) of_distances = between - begun;
        if (ended - between < of_analyses) of_analyses = ended - between;
    }
    for (size_t hand = 0; hand < hands; hand++) {
        uint8_t alone;
        check(paili_distance(rules, counts + PAILI_KINDS * hand, &alone));
        if (distances[hand] != alone || analyses[hand].distance != alone) {
            fprintf(stderr, "batch: the answers differ\n");
            return 1;
        }
    }
    printf("%zu hands, %s\n", hands, name);
    printf("distances     %.1f ns a hand\n", of_distances * 1e9 / (double)hands);
    printf("useful tiles  %.1f ns a hand\n", of_analyses * 1e9 / (double)hands);

    if (argc > 3) {
        FILE *file = fopen(argv[3], "wb");
        if (file == NULL || fwrite(counts, PAILI_KINDS, hands, file) != hands || fclose(file) != 0) {
            perror(argv[3]);
            return 1;
        }
    }
    free(analyses);
    free(distances);
    free(counts);
    paili_rules_free(rules);
    return 0;
}
