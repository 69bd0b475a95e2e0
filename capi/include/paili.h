/* paili: mahjong hands by table look-up. https://docs.rs/paili has the library for Rust; docs/c.md is the guide to this one.
 *
 * A hand is 34 counts: how many concealed tiles it holds of each kind, in this order. Exposed melds are left out.
 *
 *      0-8   1m 2m 3m 4m 5m 6m 7m 8m 9m  (characters)
 *      9-17  1p 2p 3p 4p 5p 6p 7p 8p 9p  (dots)
 *     18-26  1s 2s 3s 4s 5s 6s 7s 8s 9s  (bamboos)
 *     27-33  east, south, west, north, white, green, red
 *
 * A hand holds 13 tiles, or 14 when its discard is due, and three fewer for each exposed meld: how many tiles there are tells how
 * many melds are exposed. Where a hand has five melds (taiwan), it is 16 or 17 tiles.
 *
 * A distance is how many tiles a hand lacks: 0 when it has won, 1 when it is ready (tenpai). It is shanten + 1, also called the
 * replacement number.
 *
 * Threads: any number of threads may call any functions at once, with one rule set, too; but a rule set may be given back only
 * when nobody asks it any more.
 *
 * Errors: functions return a paili_status. When it is not PAILI_OK, paili_last_error tells why, and there are no answers but
 * where a function says so. A null pointer is an error unless a function says what it means. Any other pointer has to be of the
 * type that a function asks for and of enough memory, and what is asked must not overlap with what is answered.
 */
#ifndef PAILI_H
#define PAILI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of tiles. */
#define PAILI_KINDS 34

/* The distance of a hand that no tiles can complete. */
#define PAILI_NEVER 127

/* The most discards of a hand. */
#define PAILI_MOST_DISCARDS 17

/* How a call ended. */
typedef enum paili_status {
    PAILI_OK = 0,           /* as it should */
    PAILI_NULL_POINTER = 1, /* a pointer is null */
    PAILI_BAD_RULES = 2,    /* a name or a description is no rule set */
    PAILI_BAD_TILES = 3,    /* counts or a text are no hand of the rule set */
    PAILI_TOO_MANY = 4,     /* no memory holds so many hands */
    PAILI_BUG = 5           /* a fault of paili: please tell its authors */
} paili_status;

/* Why a call failed. */
typedef struct paili_error {
    paili_status status;
    int kind;          /* the kind, 0-33, of which there are too many; -1 where it is something else */
    size_t row;        /* the place of the hand in a batch, from 0 */
    char message[512]; /* what is wrong, for people, in UTF-8 */
} paili_error;

/* A rule set: which tiles there are, and what wins. It never changes. */
typedef struct paili_rules paili_rules;

/* How far a hand is, and what helps it. */
typedef struct paili_analysis {
    uint64_t useful;     /* the useful tiles (ukeire): bit n is set for kind n when one more of it lowers the distance */
    uint32_t acceptance; /* how many copies of them are neither in the hand nor visible, and wildcards where there are any */
    uint8_t distance;
} paili_analysis;

/* A discard, and what it leaves. */
typedef struct paili_discard {
    paili_analysis after; /* the hand after it */
    uint8_t kind;         /* the kind that is discarded */
} paili_discard;

/* The version of the library, such as "1.2.3". */
const char *paili_version(void);

/* Why the last call of this thread that failed did; PAILI_OK and an empty message before any did. The address stays the same
 * while the thread runs. The next call that fails changes what is there. Never null. */
const paili_error *paili_last_error(void);

/* Makes a ready-made rule set: "standard" (four melds and a pair), "riichi" (seven pairs and thirteen orphans, too: what shanten
 * usually means), "sanma", "taiwan", "guobiao" or "sichuan". All but the first two take half a second and some tens of megabytes
 * the first time, which stay for the process. */
paili_status paili_rules_named(const char *name, paili_rules **rules);

/* Makes the rule set of a description in JSON, whose keys docs/rules.md lists:
 * {"name": "no honors", "like": "riichi", "forms": ["standard", "pairs"], "copies": {"1234567z": 0}}.
 * Its wildcards, if it has any, are yet to be drawn: a hand of counts holds none. */
paili_status paili_rules_described(const char *json, paili_rules **rules);

/* Gives a rule set back. Of a null pointer, it does nothing. */
void paili_rules_free(paili_rules *rules);

/* Reads a hand in any notation that docs/guide.md has, such as "123m456p789s1122z", into its counts. Melds in brackets, as in
 * "123m4p [111z] [789s] [111p]", are exposed and not counted. */
paili_status paili_read_hand(const paili_rules *rules, const char *hand, uint8_t counts[PAILI_KINDS]);

/* Tells the distance of a hand. */
paili_status paili_distance(const paili_rules *rules, const uint8_t counts[PAILI_KINDS], uint8_t *distance);

/* Tells the distance, the useful tiles and the acceptance of a hand. Useful tiles of a hand whose discard is due are those that
 * are useful after one or another of the discards that keep its distance.
 *
 * visible: counts of the tiles seen elsewhere, exposed melds of the hand's own among them, or null where there are none. Beside the
 * hand there are no more of a kind than the deck has. */
paili_status paili_analyse(const paili_rules *rules, const uint8_t counts[PAILI_KINDS], const uint8_t visible[PAILI_KINDS],
                           paili_analysis *analysis);

/* Tells every discard of a hand, and how many there are: the smallest distance first, then the largest acceptance. There are
 * none where no discard is due. visible is as above. */
paili_status paili_discards(const paili_rules *rules, const uint8_t counts[PAILI_KINDS], const uint8_t visible[PAILI_KINDS],
                            paili_discard discards[PAILI_MOST_DISCARDS], size_t *found);

/* Tells the distance of each of many hands. Their counts lie one behind the other, 34 bytes a hand. Of no hands, pointers may be
 * null. When one is no hand, the error has its row; those before it have their answers, it and those behind it PAILI_NEVER.
 *
 * Much quicker than one by one. It runs on the thread that calls; let several threads take some rows each. */
paili_status paili_distance_batch(const paili_rules *rules, const uint8_t *counts, size_t hands, uint8_t *distances);

/* Does the same as paili_analyse where nothing is visible. When one is no hand, those before it have their answers, and there are
 * none for it and those behind it. */
paili_status paili_analyse_batch(const paili_rules *rules, const uint8_t *counts, size_t hands, paili_analysis *analyses);

#ifdef __cplusplus
}
#endif

#endif
