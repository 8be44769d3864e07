/* Random matches of Wizard, 3-6 players, default options: how fast could it be?
 *
 * Rules: shared/rules/wizard.md; the marks in brackets are its rule numbers.
 *   deal   r cards each in round r; the next card turns up the trump suit; a Wizard lets the dealer choose one,
 *          a Jester or no card left means none [D1-D6]
 *   bid    0..r, the dealer last [B1-B3]
 *   play   follow the suit of the first ordinary card, or play a Wizard or Jester; a Wizard before any
 *          ordinary card frees everybody [P1-P7]
 *   take   first Wizard, highest trump, highest of the suit to follow, first Jester [P8]
 *   score  bid met: 20 + 10 a trick; missed: -10 for each trick too many or too few [S1]
 * Ranks 0..12 are 1..13, 13 is a Jester, 14 a Wizard, one of each to a lane.
 */
#include "limit.h"

#include <string.h>

enum { DECK_SIZE = 60, RANKS = 15, JESTER = 13, WIZARD = 14, MAX_PLAYERS = 6 };
enum { OPEN = 4, FREE = 5, DUTIES = 6 }; /* suit to follow: 0..3, none yet, none for the rest of the trick */
enum { NO_TRUMP = 4, TRUMPS = 5 };

#define EACH_LANE ((Mask)0x0001000100010001)
#define SPECIAL (EACH_LANE << JESTER | EACH_LANE << WIZARD)

typedef struct {
    Mask hands[MAX_PLAYERS]; /* by seat */
    Mask seen; /* public: cards played, and the card turned up */
    uint8_t voids[MAX_PLAYERS]; /* public: bit s = the seat once failed to follow suit s */
    uint8_t bids[MAX_PLAYERS]; /* public */
    uint8_t tricks[MAX_PLAYERS]; /* public: won in this round */
    uint8_t trick[MAX_PLAYERS]; /* public: card of each seat to this trick */
    int scores[MAX_PLAYERS]; /* public: points of the match */
    int round; /* public: cards dealt to each seat */
    int dealer, turn; /* public */
    int turned; /* public: card turned up, -1 = none left */
    int trump; /* public: suit, or NO_TRUMP */
    uint8_t deck[DECK_SIZE];
} State;

/* POWER[trump][suit to follow][card]: the higher takes the trick, among equals the earlier. */
static uint8_t POWER[TRUMPS][DUTIES][64];

/* AFTER[card]: what there is to follow after the first card that is not a Jester. */
static uint8_t AFTER[64];

static Mask PLAIN[DUTIES]; /* ordinary cards of the suit to follow; empty if there is none */

static int card_power(int trump, int duty, int card)
{
    int rank = card & 15;
    if (rank == WIZARD)
        return 64;
    if (rank == JESTER)
        return 1;
    return card >> 4 == trump ? 32 + rank : card >> 4 == duty ? 16 + rank : 0;
}

static void fill_tables(void)
{
    for (int card = 0; card < 64; card++) {
        int rank = card & 15;
        for (int trump = 0; trump < TRUMPS; trump++)
            for (int duty = 0; duty < DUTIES; duty++)
                POWER[trump][duty][card] = (uint8_t)card_power(trump, duty, card);
        AFTER[card] = (uint8_t)(rank == JESTER ? OPEN : rank == WIZARD ? FREE : card >> 4);
    }
    for (int suit = 0; suit < 4; suit++)
        PLAIN[suit] = lane(suit) & ~SPECIAL & ~(EACH_LANE << 15);
}

/* --- deal and bids --------------------------------------------------------------------------- */

/* Round s->round: hands, the card turned up, and the trump suit, which the dealer may have to choose. */
INLINE void deal(State *s, int players, Rng *rng, Tally *tally)
{
    const int dealt = s->round * players;
    memset(s->hands, 0, sizeof s->hands);
    for (int i = 0; i < dealt; i += players)
        for (int seat = 0; seat < players; seat++)
            s->hands[seat] |= bit(draw(s->deck, DECK_SIZE, i + seat, rng));
    memset(s->voids, 0, sizeof s->voids);
    memset(s->tricks, 0, sizeof s->tricks);
    s->seen = 0;
    s->turned = -1;
    s->trump = NO_TRUMP;
    if (dealt == DECK_SIZE)
        return;

    s->turned = draw(s->deck, DECK_SIZE, dealt, rng);
    s->seen = bit(s->turned);
    if ((s->turned & 15) == WIZARD) {
        s->trump = below(rng, 4);
        tally->plays++;
    } else if ((s->turned & 15) != JESTER) {
        s->trump = s->turned >> 4;
    }
}

INLINE void bid(State *s, int players, Rng *rng)
{
    int seat = s->turn;
    for (int i = 0; i < players; i++) {
        s->bids[seat] = (uint8_t)below(rng, s->round + 1);
        seat = seat + 1 < players ? seat + 1 : 0;
    }
}

/* --- play ------------------------------------------------------------------------------------ */

/* P4-P8 in their own words; `cards` in playing order.  The position of the taking card. */
static int slow_taker(const uint8_t *cards, int n, int trump)
{
    int first = -1, best = -1;
    for (int i = 0; i < n; i++)
        if ((cards[i] & 15) == WIZARD)
            return i;
    for (int i = n - 1; i >= 0; i--)
        first = (cards[i] & 15) == JESTER ? first : cards[i] >> 4;
    if (first < 0)
        return 0;
    for (int pass = 0; pass < 2 && best < 0; pass++)
        for (int i = 0; i < n; i++)
            if ((cards[i] & 15) != JESTER && cards[i] >> 4 == (pass ? first : trump) &&
                (best < 0 || cards[i] > cards[best]))
                best = i;
    return best;
}

/* Could this hand play this card after these n cards? */
static int slow_legal(Mask hand, int card, const uint8_t *cards, int n)
{
    if (!(hand >> card & 1))
        return 0;
    int i = 0;
    while (i < n && (cards[i] & 15) == JESTER)
        i++;
    if (i == n || (cards[i] & 15) == WIZARD || (card & 15) >= JESTER || card >> 4 == cards[i] >> 4)
        return 1;
    for (int rank = 0; rank < JESTER; rank++)
        if (hand >> ((cards[i] & ~15) | rank) & 1)
            return 0;
    return 1;
}

static void check_card(const State *s, Mask hand, Mask legal, int lead, int n, int players)
{
    uint8_t cards[MAX_PLAYERS];
    for (int i = 0; i < n; i++)
        cards[i] = s->trick[(lead + i) % players];
    for (int card = 0; card < 64; card++)
        EXPECT((int)(legal >> card & 1) == slow_legal(hand, card, cards, n));
}

static void check_trick(const State *s, int lead, int players)
{
    uint8_t cards[MAX_PLAYERS];
    for (int i = 0; i < players; i++)
        cards[i] = s->trick[(lead + i) % players];
    EXPECT(s->turn == (lead + slow_taker(cards, players, s->trump)) % players);
}

INLINE void play_trick(State *s, int players, Rng *rng)
{
    uint8_t(*const powers)[64] = POWER[s->trump];
    const int lead = s->turn;
    int seat = lead, duty = OPEN, best = 0;
    for (int i = 0; i < players; i++) {
        Mask hand = s->hands[seat];
        Mask follow = hand & PLAIN[duty];
        Mask legal = either(follow, hand) | (hand & SPECIAL);
        int card = random_card(legal, rng);
        if (CHECKING)
            check_card(s, hand, legal, lead, i, players);

        s->hands[seat] = hand ^ bit(card);
        s->seen |= bit(card);
        s->trick[seat] = (uint8_t)card;
        int revokes = !follow & !(bit(card) & SPECIAL); /* OPEN and FREE fall off the mask */
        s->voids[seat] |= (uint8_t)(revokes << duty & 15);
        EXPECT(bit(card) & SPECIAL || !(s->voids[seat] >> (card >> 4) & 1));

        if (duty == OPEN) /* a branch, not a table: true for the lead, seldom later: well predicted */
            duty = AFTER[card];
        int claim = powers[duty][card] << 6 | (MAX_PLAYERS - i) << 3 | seat;
        best = claim > best ? claim : best;
        seat = seat + 1 < players ? seat + 1 : 0;
    }
    s->turn = best & 7;
    s->tricks[s->turn]++;
    if (CHECKING)
        check_trick(s, lead, players);
}

/* --- round and match ------------------------------------------------------------------------- */

INLINE void score(State *s, int players)
{
    int sum = 0;
    for (int seat = 0; seat < players; seat++) {
        int off = abs(s->tricks[seat] - s->bids[seat]);
        s->scores[seat] += off ? -10 * off : 20 + 10 * s->tricks[seat];
        sum += s->tricks[seat];
        EXPECT(s->hands[seat] == 0);
    }
    EXPECT(sum == s->round);
    EXPECT(popcount(s->seen) == s->round * players + (s->turned >= 0));
}

INLINE void play_round(State *s, int players, Rng *rng, Tally *tally)
{
    deal(s, players, rng, tally);
    s->turn = s->dealer + 1 < players ? s->dealer + 1 : 0;
    bid(s, players, rng);
    for (int i = 0; i < s->round; i++)
        play_trick(s, players, rng);
    score(s, players);

    OBSERVE(s);
    s->dealer = s->dealer + 1 < players ? s->dealer + 1 : 0;
    tally->deals++;
    tally->plays += (uint64_t)(players + players * s->round);
}

INLINE void play_match(State *s, int players, Rng *rng, Tally *tally)
{
    memset(s->scores, 0, sizeof s->scores);
    s->dealer = below(rng, players);
    for (s->round = 1; s->round <= DECK_SIZE / players; s->round++)
        play_round(s, players, rng, tally);
    for (int seat = 0; seat < players; seat++)
        add_to_checksum(tally, (uint64_t)s->scores[seat]);
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
    fill_tables();
    double begin = seconds();
    Tally tally = order.players == 3   ? play_matches(order, 3)
                  : order.players == 4 ? play_matches(order, 4)
                  : order.players == 5 ? play_matches(order, 5)
                                       : play_matches(order, 6);
    report("wizard", order, tally, seconds() - begin);
    return 0;
}
