/* Random matches of RWD ("Rewind"), 3-5 players, default options: how fast could it be?
 *
 * Rules: shared/rules/rwd.md; the marks in brackets are its rule numbers.
 *   first half   the row of `players` cards, one of them face down, is taken card by card, anticlockwise;
 *                the last card taken is the lead; the winner takes a chip [F1-F8]
 *   second half  clockwise, follow suit if you can; spades are trump in both halves [B1-B6]
 *   score        tricks - chips; ties by chips, then shared; three wins end the match [G1-G4]
 * Ranks 0..12 are 2..A and spades are the highest suit, so a spade is always the higher number.
 */
#include "limit.h"

#include <string.h>

enum { DECK_SIZE = 52, RANKS = 13, SPADES = 3, MAX_PLAYERS = 5, MAX_TRICKS = 17, WINS = 3 };
enum { FACE_DOWN = 61 }; /* the action "take the face-down card"; no card has this number */

#define RANK_MASK ((Mask)((1 << RANKS) - 1))
#define DECK_MASK (RANK_MASK | RANK_MASK << 16 | RANK_MASK << 32 | RANK_MASK << 48)

typedef struct {
    Mask open; /* public: cards still on offer, face up */
    int hidden; /* nobody: the face-down card */
} Row;

typedef struct { /* the face-down card of one row, once it has been taken */
    Mask possible; /* public: what it can be, given who won and what had been seen */
    int8_t card; /* taker and winner only */
    int8_t taker, winner; /* public */
} Hidden;

typedef struct {
    Mask hands[MAX_PLAYERS]; /* by seat */
    Mask open_taken[MAX_PLAYERS]; /* public: cards taken face up, by seat */
    Mask shown[MAX_PLAYERS]; /* by seat: face-down cards this seat has been shown */
    Mask seen; /* public: cards that have lain face up */
    Mask played; /* public: cards played in the second half */
    Row rows[2]; /* fought over now, and next */
    Hidden hidden[MAX_TRICKS]; /* by trick of the first half */
    uint8_t voids[MAX_PLAYERS]; /* public: bit s = the seat once failed to follow suit s */
    uint8_t chips[MAX_PLAYERS]; /* public */
    uint8_t tricks[MAX_PLAYERS]; /* public: won in the second half */
    uint8_t trick[MAX_PLAYERS]; /* public, but for the face-down card: card of each seat to this trick */
    uint8_t wins[MAX_PLAYERS]; /* public: deals won */
    int start; /* public: start player of the deal */
    int turn; /* public */
    int next; /* public: cards of the deck that have been laid out */
    uint8_t deck[DECK_SIZE];
} State;

#ifdef STATS
static struct {
    uint64_t draws, ties, shared;
} stats;
#define COUNT(field) stats.field++
#else
#define COUNT(field) ((void)0)
#endif

/* --- the trick ------------------------------------------------------------------------------- */

/* POWER[lead suit][card]: spades over the lead suit over the rest, which is 0. */
static uint8_t POWER[4][64];

static void fill_power(void)
{
    for (int lead = 0; lead < 4; lead++)
        for (int card = 0; card < 64; card++)
            POWER[lead][card] = (uint8_t)(card >> 4 == lead || card >> 4 == SPADES ? card + 1 : 0);
}

/* The seat that wins the cards in s->trick. */
INLINE int trick_winner(const State *s, int players, int lead)
{
    int best = 0;
    for (int seat = 0; seat < players; seat++) {
        int claim = POWER[lead][s->trick[seat]] << 3 | seat;
        best = claim > best ? claim : best;
    }
    return best & 7;
}

/* --- first half ------------------------------------------------------------------------------ */

INLINE Row new_row(State *s, int players)
{
    Row row = {0, s->deck[s->next + players - 1]};
    for (int i = 0; i < players - 1; i++)
        row.open |= bit(s->deck[s->next + i]);
    s->next += players;
    s->seen |= row.open;
    return row;
}

/* What the face-down card can be, for someone who saw the row taken and heard who won.
 *
 * With an open spade or an open lead there is one card to beat, and all that beat it make one interval
 * in its lane, and the spades.  Otherwise the face-down card was itself the lead: it lost to the
 * winner's card in the same suit, or it was above all open cards of whatever suit it has. */
INLINE Mask possible_cards(const State *s, Mask open, int last, int taker, int winner)
{
    Mask spades = open & lane(SPADES);
    if (spades || last != taker) {
        int best = highest(spades ? spades : open & lane(s->trick[last] >> 4));
        Mask beating = (~(Mask)1 << best) & (lane(best >> 4) | lane(SPADES));
        return taker == winner ? beating : ~beating;
    }
    if (taker != winner) {
        int best = s->trick[winner];
        return lane(best >> 4) & (bit(best) - 1);
    }
    Mask beaten = 0;
    for (; open; open &= open - 1)
        beaten |= lane(lowest(open) >> 4) & ((open & -open) - 1);
    return ~beaten;
}

/* The definition that possible_cards must agree with: try every card. */
static void check_possible(State s, int players, int last, int taker, int winner, Mask possible)
{
    for (int card = 0; card < 64; card++) {
        s.trick[taker] = (uint8_t)card;
        int lead = s.trick[last] >> 4;
        int best = last;
        for (int seat = 0; seat < players; seat++) {
            int this = s.trick[seat], that = s.trick[best];
            if (this >> 4 == that >> 4 ? this > that : this >> 4 == SPADES)
                best = seat;
        }
        EXPECT(s.trick[best] >> 4 == lead || s.trick[best] >> 4 == SPADES);
        int can_be = (DECK_MASK & ~s.seen) >> card & 1 && best == winner;
        EXPECT((int)(possible >> card & 1) == can_be);
    }
}

/* Everybody takes a card of the first row, anticlockwise from the start player [F1-F7]. */
INLINE void take_row(State *s, int players, int index, Rng *rng)
{
    const Row row = s->rows[0];
    Mask offer = row.open | bit(FACE_DOWN);
    const int last = s->turn + 1 < players ? s->turn + 1 : 0;
    int seat = s->turn, taker = last;
    for (int left = players; left > 1; left--) {
        int action = nth_card(offer, below(rng, left));
        offer ^= bit(action);
        s->rows[0].open = offer & DECK_MASK;
        s->trick[seat] = (uint8_t)action;
        taker = action == FACE_DOWN ? seat : taker;
        seat = seat ? seat - 1 : players - 1;
    }
    s->rows[0].open = 0;
    s->trick[last] = (uint8_t)lowest(offer);
    s->trick[taker] = (uint8_t)row.hidden;

    int winner = trick_winner(s, players, s->trick[last] >> 4);
    Mask possible = possible_cards(s, row.open, last, taker, winner) & DECK_MASK & ~s->seen;
    if (CHECKING)
        check_possible(*s, players, last, taker, winner, possible);

    for (int i = 0; i < players; i++) {
        s->hands[i] |= bit(s->trick[i]);
        s->open_taken[i] |= bit(s->trick[i]) & row.open;
    }
    s->hidden[index] = (Hidden){possible, (int8_t)row.hidden, (int8_t)taker, (int8_t)winner};
    s->shown[taker] |= bit(row.hidden);
    s->shown[winner] |= bit(row.hidden);
    s->chips[winner]++;
    s->turn = winner;
}

/* Two rows are always on the table, as long as the stock has cards for them [S2, S3, F6-F8]. */
INLINE void first_half(State *s, int players, Rng *rng)
{
    const int tricks = DECK_SIZE / players;
    s->rows[0] = new_row(s, players);
    s->rows[1] = new_row(s, players);
    for (int i = 0; i < tricks; i++) {
        take_row(s, players, i, rng);
        s->rows[0] = s->rows[1];
        s->rows[1] = i + 2 < tricks ? new_row(s, players) : (Row){0, 0};
    }
}

/* --- second half ----------------------------------------------------------------------------- */

INLINE void play_trick(State *s, int players, Rng *rng)
{
    int seat = s->turn, lead = 0, best = 0;
    for (int i = 0; i < players; i++) {
        Mask hand = s->hands[seat];
        Mask follow = i ? hand & lane(lead) : hand;
        int card = random_card(either(follow, hand), rng);
        lead = i ? lead : card >> 4;

        s->hands[seat] = hand ^ bit(card);
        s->seen |= bit(card);
        s->played |= bit(card);
        s->trick[seat] = (uint8_t)card;
        s->voids[seat] |= (uint8_t)((follow == 0) << lead);
        EXPECT(!(s->voids[seat] >> (card >> 4) & 1));

        int claim = POWER[lead][card] << 3 | seat;
        best = claim > best ? claim : best;
        seat = seat + 1 < players ? seat + 1 : 0;
    }
    EXPECT((best & 7) == trick_winner(s, players, lead));
    s->turn = best & 7;
    s->tricks[s->turn]++;
}

/* --- deal and match -------------------------------------------------------------------------- */

INLINE void deal(State *s, int players, Rng *rng)
{
    for (int i = 0; i < DECK_SIZE / players * players; i++)
        draw(s->deck, DECK_SIZE, i, rng);
    memset(s->hands, 0, sizeof s->hands);
    memset(s->open_taken, 0, sizeof s->open_taken);
    memset(s->shown, 0, sizeof s->shown);
    memset(s->voids, 0, sizeof s->voids);
    memset(s->chips, 0, sizeof s->chips);
    memset(s->tricks, 0, sizeof s->tricks);
    s->seen = s->played = 0;
    s->next = 0;
    s->turn = s->start;
}

/* Give out the wins of a finished deal and find the next start player [G1-G4, section 7 no. 4, 5]. */
INLINE void score(State *s, int players)
{
    int claims[MAX_PLAYERS], best = 0, sum = 0, tied = 0, winners = 0;
    for (int seat = 0; seat < players; seat++) {
        int points = s->tricks[seat] - s->chips[seat];
        claims[seat] = points * 32 + s->chips[seat]; /* chips <= 17: they only break ties */
        best = claims[seat] > best ? claims[seat] : best;
        sum += points;
    }
    EXPECT(sum == 0);
    if (best < 32) { /* the top score is 0 */
        COUNT(draws);
        return;
    }
    for (int seat = 0; seat < players; seat++) {
        tied += claims[seat] >> 5 == best >> 5;
        winners += claims[seat] == best;
        s->wins[seat] = (uint8_t)(s->wins[seat] + (claims[seat] == best));
    }
    if (tied > 1)
        COUNT(ties);
    if (winners > 1)
        COUNT(shared);
    while (claims[s->start] != best)
        s->start = s->start ? s->start - 1 : players - 1;
}

static void check_half_time(const State *s, int players)
{
    Mask all = 0, known = 0;
    int chips = 0;
    for (int seat = 0; seat < players; seat++) {
        EXPECT(popcount(s->hands[seat]) == DECK_SIZE / players);
        EXPECT(!(all & s->hands[seat]));
        EXPECT(!(s->open_taken[seat] & ~s->hands[seat]));
        all |= s->hands[seat];
        known |= s->shown[seat];
        chips += s->chips[seat];
    }
    EXPECT(popcount(all) == DECK_SIZE / players * players && !(all & ~DECK_MASK));
    EXPECT(known == (all & ~s->seen) && popcount(known) == DECK_SIZE / players);
    EXPECT(chips == DECK_SIZE / players);
}

INLINE void play_deal(State *s, int players, Rng *rng, Tally *tally)
{
    const int tricks = DECK_SIZE / players;
    deal(s, players, rng);
    first_half(s, players, rng);
    if (CHECKING)
        check_half_time(s, players);
    for (int i = 0; i < tricks; i++)
        play_trick(s, players, rng);
    score(s, players);

    OBSERVE(s);
    tally->deals++;
    tally->plays += (uint64_t)(2 * tricks * players);
    for (int seat = 0; seat < players; seat++)
        add_to_checksum(tally, s->shown[seat] << 3 ^ s->open_taken[seat] ^ s->tricks[seat]);
    for (int seat = 0; seat < players; seat++)
        EXPECT(s->hands[seat] == 0);
}

INLINE void play_match(State *s, int players, Rng *rng, Tally *tally)
{
    memset(s->wins, 0, sizeof s->wins);
    s->start = below(rng, players);
    for (int most = 0; most < WINS;) {
        play_deal(s, players, rng, tally);
        for (int seat = 0; seat < players; seat++)
            most = s->wins[seat] > most ? s->wins[seat] : most;
    }
}

INLINE Tally play_matches(Order order, int players)
{
    Rng rng = new_rng(order.seed);
    Tally tally = {0, 0, 0};
    State s = {0};
    for (int i = 0; i < DECK_SIZE; i++)
        s.deck[i] = (uint8_t)(i / RANKS << 4 | i % RANKS);
    for (uint64_t i = 0; i < order.matches; i++)
        play_match(&s, players, &rng, &tally);
    return tally;
}

int main(int argc, char **argv)
{
    Order order = read_order(argc, argv, 3, MAX_PLAYERS);
    fill_power();
    double begin = seconds();
    Tally tally = order.players == 3   ? play_matches(order, 3)
                  : order.players == 4 ? play_matches(order, 4)
                                       : play_matches(order, 5);
    report("rwd", order, tally, seconds() - begin);
#ifdef STATS
    double percent = 100.0 / (double)tally.deals;
    fprintf(stderr, "draw %.2f %%, tie-break %.2f %%, shared %.2f %%\n", percent * (double)stats.draws,
            percent * (double)stats.ties, percent * (double)stats.shared);
#endif
    return 0;
}
