// Written by scripts/wire from src/torite/table (messages, bodies, info, looking, returning) and src/torite/games/scene.py.
// Not to be edited; after a change there run scripts/wire.

export type FromClient =
  | Act
  | Choose
  | Say
  | Sit
  | Leave
  | Swap
  | SetOption
  | SetPreset
  | SetHints
  | SetClock
  | AskHint
  | AddBot
  | Remove
  | Lock
  | SetListed
  | SetWatching
  | SetWord
  | Start
  | Confirm
  | Again
  | Reset
  | Share
  | Answer
  | TakeBack
  | Claim
  | Nonce
  | Invite
  | Resync;

export type FromServer =
  | Snapshot
  | Update
  | Presence
  | Ack
  | Refusal
  | Notice
  | Advice
  | Rules;

export type PublicEvent =
  | Created
  | Joined
  | Renamed
  | Left
  | Swapped
  | OptionSet
  | PresetSet
  | HintsSet
  | ClockSet
  | Hinted
  | BotAdded
  | Removed
  | LockSet
  | ListedSet
  | WatchingSet
  | WordSet
  | NonceGiven
  | Started
  | Dealt
  | Acted
  | Claimed
  | DealEnded
  | Confirmed
  | Finished
  | Said
  | StoodIn
  | Returned
  | Proposed
  | Asked
  | Answered
  | Withdrawn
  | TakenBack
  | Shared
  | Invited
  | WasReset;

export type Zone =
  | HandZone
  | TrickZone
  | RowZone
  | PileZone
  | TakenZone
  | LaidZone
  | TrumpZone
  | MemoryZone
  | FactZone
  | WidgetZone;

export type Phase = TableView['phase'];

export type OptionValue = boolean | number | string;

/** The request with this id has been carried out and stored. */
export interface Ack {
  type: 'ack';
  id: number;
  seq: number;
}

/** Play a card, bid, take ... Refused as stale if the decision arose after `seq`. */
export interface Act {
  type: 'act';
  code: string;
  seq: number;
  id?: number | null;
}

export interface Acted {
  type: 'acted';
  seat: number;
  code: string | null;
  by: 'bot' | 'claim' | 'person';
  chance: Drawn[];
}

/** Put a bot on a seat; without a number on the first open one. */
export interface AddBot {
  type: 'bot';
  level?: string | null;
  seat?: number | null;
  id?: number | null;
}

/**
 * The answer to `hint`, for this reader alone: the legal actions it has tried, its choice first.
 */
export interface Advice {
  type: 'advice';
  seq: number;
  choices: Choice[];
}

/** Propose, after the match, the same seats and options once more. */
export interface Again {
  type: 'again';
  id?: number | null;
}

/** What one action brings, beside the best one. */
export interface Alternative {
  code: string;
  loss: number;
  error: number;
}

/** Agree to the proposal, or not; with `yes` false whoever has made it takes it back. */
export interface Answer {
  type: 'answer';
  yes: boolean;
  seq: number;
  id?: number | null;
}

/** This person agrees, or does not, and then the proposal is off. */
export interface Answered {
  type: 'answered';
  seat: number;
  name: string;
  yes: boolean;
  absent: boolean;
}

/**
 * What would a bot do here? Answered by `advice`; refused as stale if the decision arose after
 * `seq`.
 */
export interface AskHint {
  type: 'hint';
  seq: number;
  id?: number | null;
}

/** How actions `PREFIX:...` are asked for. Everything not listed is a button. */
export interface AskInfo {
  prefix: string;
  widget: 'announce' | 'buttons' | 'drawing' | 'final' | 'number' | 'suit';
  place: 'bar' | 'popup' | 'sheet';
  most: number | null;
  arrows: boolean;
}

/**
 * Somebody who has no seat asks for that of a bot, in a running match: a proposal like the others.
 */
export interface Asked {
  type: 'asked';
  seat: number;
  name: string;
}

/** One figure on a seat's panel. Text: `game.NAME.badge.ID`. */
export interface Badge {
  id: string;
  shape: 'chips' | 'fraction' | 'number' | 'score' | 'strokes' | 'word';
  value: number | null;
  of: number | null;
  hidden: boolean;
}

export interface BotAdded {
  type: 'bot_added';
  seat: number;
  name: string;
  level: string;
}

/**
 * What a level of bots has done at one game: of the last 1000 matches of it that counted those with
 * such bots.
 */
export interface BotFigures {
  game: string;
  level: string;
  tally: Tally | null;
  ratings: Point[];
  points: Point[];
  met: Point[];
  losses: Point[];
  cards: Point[];
  play: Point[];
  unit: string | null;
}

export interface BrowserKey {
  key?: string | null;
}

export interface ChallengeMade {
  id: string;
}

/**
 * A legal action, and what the deal would be worth to the seat after it: an estimate, in the unit
 * of reviews.
 */
export interface Choice {
  code: string;
  value: number;
}

/**
 * Do all of this, as many actions as `Scene.together` says; in which order they are named is told
 * to nobody.
 */
export interface Choose {
  type: 'choose';
  codes: string[];
  seq: number;
  id?: number | null;
}

/**
 * The rest is mine. Answered after a while: the deal is played out, or it is refused as not being
 * so yet.
 */
export interface Claim {
  type: 'claim';
  seq: number;
  id?: number | null;
}

/**
 * This person takes all that is left of the deal, however the others play: the house plays it out.
 */
export interface Claimed {
  type: 'claimed';
  seat: number;
  name: string;
}

export interface ClockSet {
  type: 'clock_set';
  clock: 'daily' | 'none' | 'quick' | 'relaxed';
}

/**
 * How long persons may still think, in seconds: `move` for each decision, and beyond that what they
 * have left. Who has used up both is out of time.
 */
export interface Clocks {
  now: number;
  move: number;
  left: number[];
  since: (number | null)[];
}

export interface ComeBack {
  answer: Record<string, unknown>;
  key?: string | null;
}

/** What became of somebody else in the matches that a guest has played with that one. */
export interface Companion {
  name: string;
  tally: Tally;
}

/** OK: on to the next deal. */
export interface Confirm {
  type: 'confirm';
  id?: number | null;
}

export interface Confirmed {
  type: 'confirmed';
  seat: number;
}

/** A challenge, as far as the caller may know it. */
export interface Contest {
  id: string;
  game: string;
  players: number;
  preset: string;
  options: Record<string, OptionValue>;
  seat: number;
  level: string;
  deal: number;
  whole: boolean;
  unit: string;
  day: string | null;
  until: number | null;
  by: string | null;
  tries: number;
  place: number | null;
  mine: MyTry[];
  lines: Line[] | null;
}

/** The first event. */
export interface Created {
  type: 'created';
  game: string;
}

export interface DealEnded {
  type: 'deal_ended';
  result: Record<string, unknown>;
}

/** What strong bots make of a challenge on its seat. */
export interface DealPar {
  value: number;
  error: number;
  plays: number;
  done: boolean;
}

export interface Dealt {
  type: 'dealt';
  deal: number;
}

/** What a seat has done; -1 = chance. */
export interface Deed {
  seat: number;
  code: string;
}

/** A browser that has subscribed, as `PushSubscription.toJSON` tells it. */
export interface Device {
  endpoint: string;
  key: string;
  secret: string;
  lang: string;
}

/** A link with which the same guest opens the house on another device, once. */
export interface DeviceLink {
  link: string;
  until: number;
}

/**
 * What a deal was worth, divided: result = average + cards + play. By seat, in the unit of reviews.
 */
export interface Divided {
  deal: number;
  result: number[];
  average: number;
  cards: number[];
  error: number[];
  play: number[];
}

/** What chance has done, as far as everybody sees it: a card drawn, a stock reshuffled. */
export interface Drawn {
  seat: number | null;
  code: string;
}

/**
 * A moment of a match of the house at which one action is clearly the best, as the seat to act saw
 * it.
 */
export interface Exercise {
  id: string;
  replay: Replay;
  unit: string;
}

/** What the caller would do. */
export interface ExerciseAnswer {
  code: string;
}

/** How many exercises of a game the caller has done. */
export interface ExerciseScore {
  game: string;
  done: number;
  solved: number;
}

/**
 * One figure or word of the deal that everybody must see: the contract, the goal, a multiplier.
 * Texts: label `game.NAME.zone.ID`; a word is shown as `game.NAME.value.VALUE`.
 */
export interface FactZone {
  kind: 'fact';
  id: string;
  value: number | string | null;
  seat: boolean;
}

/**
 * Fair dealing: `commitment` is public before the first deal, the rest only once the match is over.
 */
export interface Fairness {
  commitment: string;
  nonces: (string | null)[] | null;
  salt: string | null;
  secret: string | null;
  next: string | null;
}

/** What a guest has done: the last 1000 matches. */
export interface Figures {
  games: GameFigures[];
  exercises: ExerciseScore[];
  hidden: boolean;
}

/** The match is over; `TableView.outcome` and `TableView.fairness` are filled. */
export interface Finished {
  type: 'finished';
}

/** The trick before this one: it may be looked at until the next one is complete. */
export interface FinishedTrick {
  lead: number;
  cards: (string | null)[];
  winner: number;
}

/** What a guest has done at one game. */
export interface GameFigures {
  game: string;
  tallies: Tally[];
  company: Companion[];
  rating: Rating | null;
  ratings: Point[];
  losses: Point[];
  cards: Point[];
  play: Point[];
  luck: Luck | null;
  unparted: Unparted[];
  unit: string | null;
}

/** What a client needs to show a game it has never heard of. */
export interface GameInfo {
  name: string;
  min_players: number;
  max_players: number;
  tables: number[];
  faces: string;
  cards: string[];
  signs: Record<string, SignInfo>;
  words: Record<string, string>;
  suits: string[];
  picture: string[];
  options: OptionInfo[];
  presets: Record<string, Record<string, OptionValue>>;
  asks: AskInfo[];
  sheet: SheetInfo;
  packet: number;
  concede: boolean;
  levels: string[];
  texts: Record<string, Record<string, string>>;
  rules: string[];
  lesson: boolean;
  watched: boolean;
  problems: Record<string, string[]>;
}

/**
 * Cards that a seat holds, sorted for the eye (trump first); last a `"?"` for each that one may not
 * see.
 */
export interface HandZone {
  kind: 'hand';
  id: string;
  seat: number;
  cards: string[];
  open: boolean;
}

/** Whether the caller stands in the table of the house. */
export interface Hiding {
  hidden: boolean;
}

/** The person of this seat has asked for a hint; what it was is for that person alone. */
export interface Hinted {
  type: 'hinted';
  seat: number;
}

export interface HintsSet {
  type: 'hints_set';
  on: boolean;
}

/** What a guest comes back to. */
export interface Home {
  running: MyTable[];
  finished: MatchSummary[];
  older: boolean;
}

/** Between two matches: invite all who are here to another table, which the sender has opened. */
export interface Invite {
  type: 'invite';
  table: string;
  game: string;
  id?: number | null;
}

/** This person has opened another table, of `game`: who is here may come along. */
export interface Invited {
  type: 'invited';
  seat: number;
  name: string;
  game: string;
}

export interface Joined {
  type: 'joined';
  seat: number;
  name: string;
}

/** What a free decision of a seat has cost, in the unit of the review. */
export interface Judged {
  deal: number;
  step: number;
  played: string;
  best: string;
  loss: number;
  error: number;
  open_loss: number | null;
  mistake: boolean;
  worlds: number;
  sequels: Sequel[];
}

/**
 * Cards that lie face up before a seat, such as a task of his, or what he has taken; text
 * `game.NAME.zone.ID`.
 */
export interface LaidZone {
  kind: 'laid';
  id: string;
  seat: number;
  cards: string[];
}

/**
 * The match that was finished last, once another one has begun or the table is in the lobby again.
 */
export interface LastMatch {
  number: number;
  names: string[];
  sheet: Record<string, unknown>[];
  outcome: Outcome;
}

/**
 * Give the own seat back (in the lobby or after the match) or leave it to a bot (in a running
 * match).
 */
export interface Leave {
  type: 'leave';
  id?: number | null;
}

/** Gave the seat back; in a running match a bot of `level` has it from here on. */
export interface Left {
  type: 'left';
  seat: number;
  name: string;
}

/** One deal with words at its turning points. The learner's scenes have what is legal in them. */
export interface Lesson {
  replay: Replay;
  seat: number;
  steps: Step[];
}

/** What somebody has made of a challenge, and where to look at it. */
export interface Line {
  name: string | null;
  result: number;
  own: boolean;
  counts: boolean;
  table: string;
  number: number;
  first: boolean;
  ended: number;
}

/** Listed: the table stands in the lobby; else it is for those who have the link. */
export interface ListedSet {
  type: 'listed_set';
  on: boolean;
}

/** The host lets nobody new sit down, or everybody again. */
export interface Lock {
  type: 'lock';
  on: boolean;
  id?: number | null;
}

/** Locked: nobody new sits down. */
export interface LockSet {
  type: 'lock_set';
  on: boolean;
}

/**
 * Over many matches: how lucky the guest was, and how well he has played; of a match, on average.
 */
export interface Luck {
  cards: Mean;
  play: Mean;
}

/** A finished match. The lists are by seat. */
export interface MatchSummary {
  table: string;
  number: number;
  game: string;
  preset: string;
  ended: number;
  names: (string | null)[];
  levels: (string | null)[];
  points: number[];
  places: number[];
  seat: number;
  take_backs: number;
  options: Record<string, OptionValue>;
  sides: number[];
  bids: number[];
  met: number[];
  challenge: string | null;
  absent: number[];
  missed: number[];
  uncounted: string | null;
}

export interface Me {
  name: string | null;
}

/** A mean over matches. */
export interface Mean {
  value: number;
  within: number;
}

/**
 * What a finished deal meant for a seat. Text: `game.NAME.meant.KEY`, else `meant.KEY`, to that
 * seat itself.
 */
export interface Meaning {
  key: string;
  params: Record<string, number | string>;
  good: boolean | null;
  won: boolean | null;
}

/** Cards this viewer knows a seat to hold or to have held face up: a memory aid. */
export interface MemoryZone {
  kind: 'memory';
  id: string;
  seat: number;
  cards: string[];
}

/** A deal after one action, as one viewer sees it; the first of a deal is before any. */
export interface Moment {
  seat: number | null;
  code: string | null;
  legal: string[];
  scene: Scene;
  hands: string[][];
}

/** With which the caller can come back. */
export interface MyPasskey {
  id: string;
  label: string;
  host: string;
  made: number;
  used: number | null;
}

/**
 * A table where the caller has a seat, and whose match is not over, or an answer is waited for
 * after it.
 */
export interface MyTable {
  table: TableSummary;
  seat: number;
  since: number;
}

/** How often, and with what, the caller has tried a challenge. */
export interface MyTry {
  challenge: string;
  table: string;
  number: number;
  name: string;
  counts: boolean;
  ended: number | null;
  result: number | null;
}

export interface NameBody {
  name: string;
  key?: string | null;
}

/** A deal that the caller has played, to be played again by the caller or by others. */
export interface NewChallenge {
  table: string;
  match?: number | null;
  deal?: number;
}

export interface NewPasskey {
  label: string;
  answer: Record<string, unknown>;
}

export interface NewTable {
  game: string;
  seats: number;
  preset?: string | null;
  options?: Record<string, OptionValue>;
  listed?: boolean;
  hints?: boolean;
  clock?: 'daily' | 'none' | 'quick' | 'relaxed';
  watching?: 'after' | 'allowed' | 'nobody';
  word?: string | null;
  sit?: boolean;
  fill?: string | null;
  start?: boolean;
}

/** What the caller is asked next. */
export interface NextExercise {
  exercise: Exercise | null;
  left: number;
  more: boolean;
  making: boolean;
  score: ExerciseScore;
}

/** Another table, to which somebody here has invited all the others. */
export interface NextTable {
  table: string;
  game: string;
}

/** The own contribution to the shuffle (hex, 8..64 digits, an even number), before the start. */
export interface Nonce {
  type: 'nonce';
  nonce: string;
  id?: number | null;
}

export interface NonceGiven {
  type: 'nonce_given';
  seat: number;
}

/** What a legal action means beside its name, for whoever may do it. */
export interface Note {
  cards: string[];
  factor: number | null;
}

/**
 * An answer for this reader alone (`/option help`), or that a bot has played for him. Text:
 * `notice.KEY`.
 */
export interface Notice {
  type: 'notice';
  key: string;
  params: Record<string, unknown>;
}

/** Somebody has claimed the rest of the deal, and it was so. */
export interface OpenRest {
  seat: number;
  hands: string[][];
}

/** An option of a game. Texts: `game.NAME.option.OPTION`, `.help`, and `.VALUE` for choices. */
export interface OptionInfo {
  name: string;
  kind: 'bool' | 'choice' | 'int' | 'numbers';
  default: OptionValue;
  values: OptionValue[];
  excludes: string[];
  digits: number;
}

export interface OptionSet {
  type: 'option_set';
  name: string;
  value: OptionValue;
}

export interface Outcome {
  scores: number[];
  winners: number[];
  draw: boolean;
}

/** Cards and play in a finished match, as far as its deals have been played again. */
export interface Par {
  game: string;
  players: number;
  unit: string;
  deals: number;
  plays: number;
  shares: Divided[];
  done: boolean;
}

/** What a browser is to make a passkey of, or to sign with one: as WebAuthn writes it in JSON. */
export interface PasskeyAsk {
  options: Record<string, unknown>;
}

/** A proposal that is not decided yet. */
export interface Pending {
  what: Proposal;
  by: number | null;
  agreed: number[];
  waits: number[];
  seq: number;
  mine: boolean;
  yields: boolean;
}

/** Face-down cards of which only the number is known: stock, cards set aside. */
export interface PileZone {
  kind: 'pile';
  id: string;
  count: number;
}

/** A figure at the end of a match. */
export interface Point {
  at: number;
  value: number;
  within: number;
}

/** Who is connected; not an event, has no seq. */
export interface Presence {
  type: 'presence';
  away: boolean[];
  spectators: number;
  compiled: number | null;
  grace: number | null;
  unsaved: boolean;
}

export interface PresetSet {
  type: 'preset_set';
  name: string;
}

/** Body of every HTTP error: a refusal code with parameters. */
export interface Problem {
  code: string;
  params: Record<string, unknown>;
}

/**
 * What all persons at the table have to agree to. Where one alone is there it happens at once.
 */
export interface Proposal {
  what: 'again' | 'clock' | 'hints' | 'option' | 'preset' | 'remove' | 'reset' | 'share' | 'sit' | 'swap' | 'take_back';
  name: string | null;
  value: boolean | number | string | null;
  more: Record<string, OptionValue> | null;
  seat: number | null;
}

/** This person proposes something; `TableView.pending` says who has still to answer. */
export interface Proposed {
  type: 'proposed';
  seat: number;
  name: string;
  what: Proposal;
}

/** How many wait for a game. */
export interface Queue {
  game: string;
  players: number;
  waiting: number;
}

/** How well somebody plays a game: 25 is where everybody begins. */
export interface Rating {
  value: number;
  within: number;
  matches: number;
  provisional: boolean;
}

/** Where others find the house. */
export interface Reach {
  address: string | null;
}

/** A match told as it was written down, without the rules of its game. The lists are by seat. */
export interface Reading {
  game: string;
  players: number;
  preset: string;
  options: Record<string, OptionValue>;
  names: (string | null)[];
  started: string | null;
  deals: ToldDeal[];
  outcome: Outcome | null;
  seat: number | null;
}

/** Why an action is not legal. Text: `game.NAME.why.KEY`, else `why.KEY`. */
export interface Reason {
  key: string;
  params: Record<string, number | string>;
}

/** The request was refused and changed nothing. Text: `refusal.CODE` with `/` as `.`. */
export interface Refusal {
  type: 'refusal';
  id: number | null;
  code: string;
  params: Record<string, unknown>;
}

/**
 * Free the seat of a bot or an absent person; the host also that of a person who is there, in a
 * deal by vote.
 */
export interface Remove {
  type: 'remove';
  seat: number;
  id?: number | null;
}

/** The seat is free; in a running match a bot has it from here on. */
export interface Removed {
  type: 'removed';
  seat: number;
  name: string;
  barred: boolean;
}

/** Who sits here goes by another name from now on, before the match. */
export interface Renamed {
  type: 'renamed';
  seat: number;
  name: string;
  before: string;
}

/**
 * A deal of a match that is over, and what is needed to show it. Texts and figures as in the
 * record.
 */
export interface Replay {
  game: string;
  players: number;
  preset: string;
  options: Record<string, OptionValue>;
  names: (string | null)[];
  started: string | null;
  deals: number[];
  deal: number;
  moments: Moment[];
  dealt: string[];
  sheet: Record<string, unknown>[];
  outcome: Outcome | null;
  seat: number | null;
  may_challenge: boolean;
}

/** Propose to give the running match up, or after it to go back to the lobby. */
export interface Reset {
  type: 'reset';
  id?: number | null;
}

/** Ask for a snapshot. */
export interface Resync {
  type: 'resync';
  id?: number | null;
}

/** The person, absent or gone, has the seat again. */
export interface Returned {
  type: 'returned';
  seat: number;
  name: string;
}

/** The free decisions of one seat in a finished match, as far as they have been judged. */
export interface Review {
  game: string;
  players: number;
  seat: number;
  unit: string;
  threshold: number;
  decisions: number;
  judged: Judged[];
  mean: number;
  error: number;
  mistakes: number;
  done: boolean;
}

/** Cards on offer, in fixed places. */
export interface RowZone {
  kind: 'row';
  id: string;
  cards: (string | null)[];
  action: string | null;
}

/**
 * The file of the game is being worked at: ask for the games anew. Comes after each change and each
 * snapshot.
 */
export interface Rules {
  type: 'rules';
  outdated: boolean;
  problems: Record<string, string[]>;
}

export interface Said {
  type: 'said';
  seat: number | null;
  name: string;
  text: string;
  time: number | null;
}

/** Chat text, or a command if it begins with `/`. */
export interface Say {
  type: 'say';
  text: string;
  id?: number | null;
}

/** All that one viewer sees of the running deal. */
export interface Scene {
  seat: number | null;
  players: number;
  deal: number;
  deals: number | null;
  phase: string;
  dealer: number | null;
  turn: number[];
  direction: -1 | 1;
  zones: Zone[];
  badges: Badge[][];
  legal: string[];
  why: Record<string, Reason>;
  meant: Meaning[];
  notes: Record<string, Note>;
  together: number;
}

export interface SeatView {
  kind: 'bot' | 'open' | 'person';
  name: string | null;
  level: string | null;
  away: boolean;
  stand_in: boolean;
  may_be_barred: boolean;
  may_be_asked_for: boolean;
  played: string | null;
}

/** Does the house tell who is not there that it is his turn? */
export interface SendsNotices {
  key: string | null;
}

/** What has come of the action that was played, and of the best one, in the same worlds. */
export interface Sequel {
  kind: 'given' | 'missed' | 'won';
  seat: number | null;
  played: number;
  best: number;
  error: number;
  clear: boolean;
}

/** Propose, before the start, how long those who play may think. */
export interface SetClock {
  type: 'clock';
  clock: 'daily' | 'none' | 'quick' | 'relaxed';
  id?: number | null;
}

/** Propose, before the start, whether those who play here may ask for hints. */
export interface SetHints {
  type: 'hints';
  on: boolean;
  id?: number | null;
}

/** The host puts the table into the lobby, or takes it out of there; before a match. */
export interface SetListed {
  type: 'listed';
  on: boolean;
  id?: number | null;
}

/** Propose another value of an option before the start. */
export interface SetOption {
  type: 'option';
  name: string;
  value: OptionValue;
  id?: number | null;
}

/** Propose, before the start, all options as in a preset. */
export interface SetPreset {
  type: 'preset';
  name: string;
  id?: number | null;
}

/** The host lets others watch, or not; in a running match only fewer than before. */
export interface SetWatching {
  type: 'watching';
  who: 'after' | 'allowed' | 'nobody';
  id?: number | null;
}

/** The host has who comes asked for this word, instead of another one; null = for none. */
export interface SetWord {
  type: 'word';
  word: string | null;
  id?: number | null;
}

/** Propose that everybody who has the link may look at the match that is over. */
export interface Share {
  type: 'share';
  id?: number | null;
}

/** Everybody who has the link may look at this match now; matches count from 1. */
export interface Shared {
  type: 'shared';
  match: number;
}

/**
 * Which lists by seat of a deal's `result` stand in the score sheet. Texts: `game.NAME.result.KEY`.
 */
export interface SheetInfo {
  columns: string[];
  total: string | null;
  winners: string | null;
  exact: string[] | null;
  strokes: string | null;
  sides: number;
  declarer: string | null;
}

/** A suit of a game's own, as it is drawn: by its outline, else by its text. */
export interface SignInfo {
  text: string;
  colour: string;
  outline: string;
}

/**
 * Take a seat; without a number the first open one. In a running match, ask for that of a bot.
 */
export interface Sit {
  type: 'sit';
  seat?: number | null;
  id?: number | null;
}

/** Everything, on connect and resync. */
export interface Snapshot {
  type: 'snapshot';
  seq: number;
  table: TableView;
  sheet: Record<string, unknown>[];
  chat: Said[];
  name: string | null;
  last: LastMatch | null;
}

/** What each action would have brought. */
export interface Solution {
  code: string;
  solved: boolean;
  alternatives: Alternative[];
  worlds: number;
  score: ExerciseScore;
  table: string | null;
  number: number;
  deal: number;
  step: number;
}

/** A line in the table of the house. */
export interface Standing {
  name: string | null;
  level: string | null;
  rating: Rating;
  own: boolean;
}

/** Begin the match with those who are seated. */
export interface Start {
  type: 'start';
  id?: number | null;
}

/** Empty seats are gone: seats count from 0 without gaps from here on. */
export interface Started {
  type: 'started';
}

/** Something that is said in a lesson. */
export interface Step {
  at: number;
  text: string;
  ask: boolean;
}

/** A bot plays for this person until the person is back. */
export interface StoodIn {
  type: 'stood_in';
  seat: number;
  name: string;
  late: boolean;
}

/** Propose, before the start, to change places with the person or bot of this seat. */
export interface Swap {
  type: 'swap';
  seat: number;
  id?: number | null;
}

/** Who sits here and who sits at `other` change places, before the match. */
export interface Swapped {
  type: 'swapped';
  seat: number;
  other: number;
}

export interface TableCreated {
  id: string;
}

export interface TableSummary {
  id: string;
  game: string;
  phase: 'between' | 'lobby' | 'over' | 'playing';
  seats: SeatView[];
  turn: number[];
  word: boolean;
  clock: 'daily' | 'none' | 'quick' | 'relaxed';
  since: number | null;
}

/** The whole table as one viewer sees it, without chat and score sheet. */
export interface TableView {
  id: string;
  game: string;
  phase: 'between' | 'lobby' | 'over' | 'playing';
  gathers: boolean;
  seats: SeatView[];
  seat: number | null;
  options: Record<string, OptionValue>;
  preset: string;
  hints: boolean;
  clock: 'daily' | 'none' | 'quick' | 'relaxed';
  clocks: Clocks | null;
  scene: Scene | null;
  dealt: string[];
  confirmed: number[];
  outcome: Outcome | null;
  fairness: Fairness;
  played: number;
  won: number[];
  shared: boolean;
  next: NextTable | null;
  pending: Pending | null;
  host: number | null;
  locked: boolean;
  listed: boolean;
  watching: 'after' | 'allowed' | 'nobody';
  word: boolean;
  take_back: number | null;
  take_backs: number;
  claim: 'may' | 'sure' | null;
  claimed: OpenRest | null;
  uncounted: 'alone' | 'challenge' | 'hint' | 'no_person' | 'stand_in' | 'take_back' | 'unlisted' | null;
  challenge: string | null;
}

/** Propose to take the own last decision of this deal back, with all that was done after it. */
export interface TakeBack {
  type: 'take_back';
  seq: number;
  id?: number | null;
}

export interface TakeBody {
  token: string;
  key?: string | null;
}

/**
 * This person's action, event number `acted`, and all that was done after it in the deal has not
 * happened.
 */
export interface TakenBack {
  type: 'taken_back';
  seat: number;
  name: string;
  acted: number;
}

/** Tricks that a seat has won, face down, countable. */
export interface TakenZone {
  kind: 'taken';
  id: string;
  seat: number;
  count: number;
}

export interface TakesPasskeys {
  taken: boolean;
}

/** How matches of one kind have ended. */
export interface Tally {
  against: string;
  matches: number;
  places: number[];
  points: number;
  bids: number;
  met: number;
}

/**
 * A deal as it was written down. A record says where the cards went, a table only in which order
 * they lay.
 */
export interface ToldDeal {
  number: number;
  deeds: Deed[];
  result: Record<string, unknown> | null;
  dealer: number | null;
  hands: string[][];
  stock: string[];
  turned: string | null;
  extra: Record<string, unknown>;
  deck: string[];
}

/**
 * The cards lying in front of the seats in this trick; further ones are of somebody who has no
 * seat, the dummy.
 */
export interface TrickZone {
  kind: 'trick';
  id: string;
  lead: number;
  cards: (string | null)[];
  follow: string | null;
  last: FinishedTrick | null;
}

/** The trump of this deal and the card that was turned up for it. */
export interface TrumpZone {
  kind: 'trump';
  id: string;
  suit: string | null;
  card: string | null;
}

/** A match whose par nobody has asked for. */
export interface Unparted {
  table: string;
  number: number;
}

/**
 * One event and the table after it. A gap in `seq` asks for a resync. On "started" the sheet is
 * empty again.
 */
export interface Update {
  type: 'update';
  seq: number;
  event: PublicEvent;
  table: TableView;
}

/** Somebody who waits for others to play with. */
export interface Waiting {
  table: string | null;
  queues: Queue[];
  left: number | null;
}

/** Back to the lobby. */
export interface WasReset {
  type: 'was_reset';
  name: string;
}

export interface WatchingSet {
  type: 'watching_set';
  who: 'after' | 'allowed' | 'nobody';
}

/**
 * Something that a game draws in its own way: a slate, a sheet of contracts, a row of kingdoms. A
 * client without this widget shows `data` as a plain list, so a game is playable without it.
 */
export interface WidgetZone {
  kind: 'widget';
  id: string;
  widget: string;
  data: Record<string, unknown>;
  place: 'sheet' | 'table';
}

/** What somebody would play with whoever waits. */
export interface Wish {
  games: Record<string, number>;
  wait: number | null;
  level: string;
}

/**
 * The proposal is off: who has made it is gone, it cannot be done any more, or it has made room for
 * another one.
 */
export interface Withdrawn {
  type: 'withdrawn';
}

/** Who comes is asked for a word now, another one than before, or for none any more. */
export interface WordSet {
  type: 'word_set';
  on: boolean;
}
