// What the server tells of a game and of a table, as far as there is nothing to tell.

import type { GameInfo, SeatView, SheetInfo, TableView } from '../wire.ts';

/** The score sheet of a game that says nothing of one. */
export const BARE_SHEET: SheetInfo = {
  columns: [],
  total: null,
  winners: null,
  exact: null,
  strokes: null,
  sides: 0,
  declarer: null,
};

/** A game that has a name and cards alone. */
export const BARE_GAME: GameInfo = {
  name: '',
  min_players: 0,
  max_players: 0,
  tables: [],
  faces: 'unknown',
  cards: [],
  signs: {},
  words: {},
  suits: [],
  picture: [],
  options: [],
  presets: {},
  asks: [],
  sheet: BARE_SHEET,
  packet: 0,
  concede: false,
  levels: [],
  texts: {},
  rules: [],
  lesson: false,
  watched: false,
  problems: {},
};

/** A place at a table at which somebody sits of whom there is nothing to tell. */
export const BARE_SEAT: SeatView = {
  kind: 'person',
  name: null,
  level: null,
  away: false,
  stand_in: false,
  may_be_barred: false,
  may_be_asked_for: false,
  played: null,
};

/** A table at which nothing is asked, said or settled. */
export const BARE_TABLE: TableView = {
  id: '',
  game: '',
  phase: 'lobby',
  seats: [],
  seat: null,
  options: {},
  preset: 'seed',
  hints: false,
  clock: 'none',
  clocks: null,
  scene: null,
  dealt: [],
  confirmed: [],
  gathers: false,
  shared: false,
  next: null,
  pending: null,
  host: null,
  locked: false,
  listed: false,
  watching: 'allowed',
  word: false,
  take_back: null,
  take_backs: 0,
  claim: null,
  claimed: null,
  uncounted: null,
  challenge: null,
  outcome: null,
  fairness: { commitment: '', nonces: null, salt: null, secret: null, next: null },
  played: 0,
  won: [],
};
