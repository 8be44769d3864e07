// The families of card faces: which suits a family has, how they are drawn, how a card's code is read, and what
// form the cards have.
// A family is data; a game only names the one it uses.

import type { GameInfo } from '../wire.ts';
import { SWISS } from './swiss.ts';

export const FACE_DOWN = '?';
const TWIN = /'+$/; // ends the code of a card of which a deck has more than one

export interface Suit {
  shape: string; // outline in a box of 100 × 100, filled by the even-odd rule, or a sign or two; see Sign.svelte
  colour: string; // CSS colour on a card
  fourth?: string; // its colour in the four-colour deck, where that differs
  field?: string; // colour of its field and of the pip on it, where not `colour` and the card's own
  onField?: string;
  costume?: string; // of its court cards, where they are drawn as figures
}

export interface Family {
  suits: Record<string, Suit>; // by letter
  courts: string; // ranks that are drawn as a letter-form
  specials: string; // letters of cards without a suit
  panel: boolean; // the pip stands on a field of the suit's colour
  index?: Record<string, string>; // what stands in the corners, by rank, where that is not the rank itself
  above?: string; // courts with the sign at the top: Swiss Ober have it there, Unter at the foot
  banner?: string; // rank that is drawn as a flag
  twin?: string; // rank that bears its sign twice
  words?: Record<string, string>; // what stands on a card, by code, where that is not its code
  trump?: Record<string, string>; // what else a rank is called, printed beside it: what it becomes as trump
}

export interface Face {
  kind: 'pip' | 'court' | 'banner' | 'special' | 'plain' | 'tile' | 'down';
  suit: string | null; // letter; null = the card has no suit, several, or it is not known
  rank: string; // as in the code
  index: string; // what stands in the corners
  trump?: string; // what it is called as trump, where that is another name
}

const SPADE =
  'M50 5C56 22 92 42 92 65C92 79 82 87 72 87C64 87 57 83 53 76C54 86 58 92 67 96L33 96C42 92 46 86 47 76C43 83 36 87 28 87C18 87 8 79 8 65C8 42 44 22 50 5Z';
const HEART =
  'M50 94C42 77 7 60 7 33C7 17 19 8 31 8C40 8 47 13 50 21C53 13 60 8 69 8C81 8 93 17 93 33C93 60 58 77 50 94Z';
const DIAMOND = 'M50 3C58 22 72 40 87 50C72 60 58 78 50 97C42 78 28 60 13 50C28 40 42 22 50 3Z';
const CLUB =
  'M50 5A21 21 0 0 1 66 39.600A21 21 0 1 1 55 68C56 81 60 91 69 96L31 96C40 91 44 81 45 68A21 21 0 1 1 34 39.600A21 21 0 0 1 50 5Z';
const FLAME =
  'M53 3C57 22 82 36 82 64C82 84 68 97 50 97C32 97 18 84 18 64C18 51 25 42 33 33C33 42 36 48 42 50C38 32 43 15 53 3Z' +
  'M52 56C56 65 65 69 65 79C65 87 58 92 50 92C42 92 36 87 36 79C36 70 48 66 52 56Z';
const LEAF =
  'M93 5C97 50 80 84 43 84C36 84 30 82 25 79C20 84 16 90 13 97L4 93C8 84 13 77 18 71C12 60 14 43 26 31C43 14 68 18 93 5Z' +
  'M25 73C40 57 54 46 71 36C54 43 36 53 22 69Z';
const MOON = 'M57 4A46 46 0 1 0 95 62A38 38 0 0 1 57 4Z';

/** Outline of a star with `rays` points between the radii `outer` and `inner` around (50, 50). */
export function star(rays: number, outer: number, inner: number): string {
  const points = Array.from({ length: 2 * rays }, (_, i) => {
    const angle = (Math.PI * i) / rays;
    const radius = i % 2 === 0 ? outer : inner;
    const x = 50 + radius * Math.sin(angle);
    return `${x.toFixed(1)} ${(50 - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

const SUN = `${star(12, 48, 33)}M50 27A23 23 0 1 0 50 73A23 23 0 1 0 50 27ZM50 33A17 17 0 1 1 50 67A17 17 0 1 1 50 33Z`;

const FRENCH: Family = {
  suits: {
    S: { shape: SPADE, colour: 'var(--card-ink)', costume: 'spade' },
    H: { shape: HEART, colour: 'var(--card-red)', costume: 'heart' },
    D: {
      shape: DIAMOND,
      colour: 'var(--card-red)',
      fourth: 'var(--suit-blue)',
      costume: 'diamond',
    },
    C: { shape: CLUB, colour: 'var(--card-ink)', fourth: 'var(--suit-green)', costume: 'club' },
  },
  courts: 'KQJ',
  specials: '',
  panel: false,
};

const FAMILIES: Record<string, Family> = {
  french: FRENCH,
  wizard: {
    suits: {
      R: { shape: FLAME, colour: 'var(--suit-red)' },
      Y: { shape: SUN, colour: 'var(--suit-yellow)', field: '#e3b441', onField: '#4a3600' },
      G: { shape: LEAF, colour: 'var(--suit-green)' },
      B: { shape: MOON, colour: 'var(--suit-blue)' },
    },
    courts: '',
    specials: 'ZN',
    panel: true,
  },
  ...SWISS,
  somnia: {
    ...FRENCH,
    courts: '',
    index: { A: '10', K: '9', Q: '8', J: '7', T: '6', 9: '5', 8: '4', 7: '3', 6: '2' },
    trump: { J: '12', 9: '11' },
  },
};

const COURTS = 'KQJ';

/** Takes the families of games that bring faces of their own; those of the house stay as they are. */
export function addFaces(games: GameInfo[]): void {
  for (const { faces, signs, words } of games) {
    if (Object.keys(signs).length === 0 && Object.keys(words).length === 0) continue;
    const suits = Object.fromEntries(
      Object.entries(signs).map(([letter, { text, colour, outline }]) => [
        letter,
        { shape: outline || text, colour },
      ]),
    );
    FAMILIES[faces] = { suits, courts: COURTS, specials: '', panel: false, words };
  }
}

/** The family of this name, or nothing for one that this client cannot draw. */
export function familyOf(faces: string): Family | undefined {
  return FAMILIES[faces];
}

/** The suit of this letter, or nothing. */
export function suitOf(faces: string, letter: string): Suit | undefined {
  return FAMILIES[faces]?.suits[letter];
}

/** The form of the cards of a family, as far as whoever lays them out must know it. */
export interface Form {
  tall: number; // height in widths
  size: number; // width beside that of a playing card, so that both take about the same room
  step: number; // least distance from card to card in a fan with room, in widths
  fans: boolean; // may overlap and be fanned: the upper left corner tells what it is
}

const CARD: Form = { tall: 1.4, size: 1, step: 0.86, fans: true };
const TILE: Form = { tall: 1.96, size: 0.82, step: 1.08, fans: false };

/** The form of this family. */
export function formOf(faces: string): Form {
  return faces === 'domino' ? TILE : CARD;
}

const ENDS = /^([0-6])-([0-6])$/; // of a domino

/** What stands on the card of this code. */
export function readCard(faces: string, code: string): Face {
  if (code === FACE_DOWN) return { kind: 'down', suit: null, rank: '', index: '' };
  if (faces === 'domino' && ENDS.test(code))
    return { kind: 'tile', suit: null, rank: '', index: code };
  const family = FAMILIES[faces];
  const word = family?.words?.[code];
  if (word !== undefined) return { kind: 'plain', suit: null, rank: '', index: word };
  code = code.replace(TWIN, '');
  const letter = code.slice(0, 1);
  const rank = code.slice(1);
  if (family?.specials.includes(letter))
    return { kind: 'special', suit: null, rank, index: letter };
  if (!family?.suits[letter]) return { kind: 'plain', suit: null, rank, index: code };
  const is = (ranks = ''): boolean => rank !== '' && ranks.includes(rank);
  const kind = is(family.courts) ? 'court' : is(family.banner) ? 'banner' : 'pip';
  const index = family.index?.[rank] ?? (rank === 'T' ? '10' : rank);
  return { kind, suit: letter, rank, index, trump: family.trump?.[rank] };
}

/** What the sign of the trump says of the card turned up; nothing of one of another suit, it would seem to be of trump. */
export function besideTrump(turned: Face | null, trump: string | null): string | null {
  return turned !== null && (turned.suit === null || turned.suit === trump) ? turned.index : null;
}

/** The colour of a suit, in two or four colours. */
export function suitColour(faces: string, letter: string | null, four: boolean): string {
  const suit = letter === null ? undefined : suitOf(faces, letter);
  if (!suit) return 'var(--card-ink)';
  return four && suit.fourth ? suit.fourth : suit.colour;
}
