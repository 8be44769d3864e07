/* What the speed-limit programs share: card masks, random numbers, the command line, the clock.
 *
 * A card is `suit << 4 | rank`: a set of cards is one 64-bit word, a suit one 16-bit lane of it.
 */
#ifndef LIMIT_H
#define LIMIT_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

/* Inlined into one copy of the match per number of players, where that number is a constant. */
#define INLINE static inline __attribute__((always_inline))

#ifdef CHECK
enum { CHECKING = 1 };
#else
enum { CHECKING = 0 };
#endif

/* A rule is broken: say where.  Costs nothing unless compiled with -DCHECK. */
#define EXPECT(condition) \
    do { \
        if (CHECKING && !(condition)) { \
            fprintf(stderr, "%s:%d: expected %s\n", __FILE__, __LINE__, #condition); \
            abort(); \
        } \
    } while (0)

/* Everything in *record must be in memory here: what is kept for readers may not be optimised away. */
#define OBSERVE(record) __asm__ volatile("" : : "r"(record) : "memory")

typedef uint64_t Mask;
__extension__ typedef unsigned __int128 Wide;

typedef struct {
    uint64_t word[4];
} Rng;

typedef struct {
    uint64_t deals, plays, checksum;
} Tally;

typedef struct {
    int players;
    uint64_t matches, seed;
} Order;

INLINE Mask bit(int card) { return (Mask)1 << card; }

INLINE Mask lane(int suit) { return (Mask)0xffff << (suit << 4); }

INLINE int popcount(Mask mask) { return __builtin_popcountll(mask); }

/* The cards that may be played: those that follow, or else the whole hand.  Written without a branch,
 * because this one could not be predicted. */
INLINE Mask either(Mask follow, Mask hand) { return follow | (hand & -(Mask)(follow == 0)); }

/* Lowest and highest card of a mask.  Not checked: the mask is not empty. */
INLINE int lowest(Mask mask) { return __builtin_ctzll(mask); }
INLINE int highest(Mask mask) { return 63 - __builtin_clzll(mask); }

/* The card with exactly n cards of the mask below it.  Not checked: n < popcount(mask). */
INLINE int nth_card(Mask mask, int n)
{
#ifdef __BMI2__
    return lowest(_pdep_u64(bit(n), mask));
#else
    while (n--)
        mask &= mask - 1;
    return lowest(mask);
#endif
}

INLINE uint64_t rotate_left(uint64_t x, int by) { return x << by | x >> (64 - by); }

/* xoshiro256** 1.0, https://prng.di.unimi.it/xoshiro256starstar.c */
INLINE uint64_t next_word(Rng *rng)
{
    uint64_t *word = rng->word;
    uint64_t result = rotate_left(word[1] * 5, 7) * 9;
    uint64_t shifted = word[1] << 17;
    word[2] ^= word[0];
    word[3] ^= word[1];
    word[1] ^= word[2];
    word[0] ^= word[3];
    word[2] ^= shifted;
    word[3] = rotate_left(word[3], 45);
    return result;
}

/* Fills the generator by splitmix64, as its authors advise. */
static inline Rng new_rng(uint64_t seed)
{
    Rng rng;
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        rng.word[i] = z ^ z >> 31;
    }
    return rng;
}

/* A number from 0 to n - 1.  Lemire's multiply-shift (arXiv 1805.10941) without the rejection
 * step: no number is off by more than n / 2^64, which no run here can notice. */
INLINE int below(Rng *rng, int n) { return (int)((Wide)next_word(rng) * (unsigned)n >> 64); }

/* A random card of a mask that has one. */
INLINE int random_card(Mask mask, Rng *rng) { return nth_card(mask, below(rng, popcount(mask))); }

/* One step of Fisher-Yates from the front: deck[i] becomes a random one of deck[i..size-1]. */
INLINE int draw(uint8_t *deck, int size, int i, Rng *rng)
{
    int j = i + below(rng, size - i);
    uint8_t card = deck[j];
    deck[j] = deck[i];
    deck[i] = card;
    return card;
}

INLINE void add_to_checksum(Tally *tally, uint64_t value)
{
    tally->checksum = rotate_left((tally->checksum ^ value) * 0x9e3779b97f4a7c15, 29);
}

static inline Order read_order(int argc, char **argv, int fewest, int most)
{
    int players = argc == 4 ? atoi(argv[1]) : 0;
    if (players < fewest || players > most) {
        fprintf(stderr, "usage: %s PLAYERS MATCHES SEED   (%d-%d players)\n", argv[0], fewest, most);
        exit(2);
    }
    return (Order){players, strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10)};
}

/* Time of the processor, so that other work on the machine does not count. */
static inline double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One line of JSON; the checksum is folded to 32 bits so that every JSON reader gets it whole. */
static inline void report(const char *game, Order order, Tally tally, double spent)
{
    printf("{\"program\":\"C\",\"game\":\"%s\",\"players\":%d,\"matches\":%" PRIu64 ",\"deals\":%" PRIu64
           ",\"plays\":%" PRIu64 ",\"seconds\":%.6f,\"checksum\":%" PRIu32 "}\n",
           game, order.players, order.matches, tally.deals, tally.plays, spent,
           (uint32_t)(tally.checksum ^ tally.checksum >> 32));
}

#endif
