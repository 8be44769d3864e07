// Sheets of paper: how large they are, and how many cards of their true size lie on one.

/** The sizes of paper, width and height in millimetres. */
export const PAPERS = { a4: [210, 297], letter: [215.9, 279.4] } as const;
export type Paper = keyof typeof PAPERS;

const CARD = 63; // width of a playing card in millimetres
const TILE = 45; // of a domino
const RIM = 6; // that a printer may leave white

export interface Grid {
  columns: number;
  rows: number;
  width: number; // of a card, in millimetres
}

/** How many cards, so many times as tall as they are wide, lie side by side on a sheet. */
export function gridOn(paper: Paper, tall: number): Grid {
  const width = tall > 1.5 ? TILE : CARD;
  const [across, down] = PAPERS[paper];
  const fits = (room: number, size: number): number => Math.floor((room - 2 * RIM) / size);
  return { columns: fits(across, width), rows: fits(down, width * tall), width };
}

/** The cards by sheets of `each`. */
export function sheetsOf<T>(cards: readonly T[], each: number): T[][] {
  const sheets = Math.ceil(cards.length / each);
  return Array.from({ length: sheets }, (_, i) => cards.slice(i * each, (i + 1) * each));
}

/** A paper's name, if it is one. */
export function paperOf(name: string | null): Paper {
  return name === 'letter' ? 'letter' : 'a4';
}
