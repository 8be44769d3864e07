// What was chosen when a table of a game was last opened in this browser: who has rules of the house at home need not
// look for them again.

import { keep, kept } from '../kept.ts';
import { areNumbers, presetValues, tableFor, usualLevel, type Values } from '../options/choices.ts';
import type { GameInfo, OptionInfo, OptionValue } from '../wire.ts';

export interface Choice {
  seats: number;
  preset: string | null;
  values: Values;
  level: string | null; // of bots
}

const KEY = 'torite.choices'; // by the game's name
const USUAL_PLAYERS = 4;

/** What nobody has to choose. */
function usual(game: GameInfo): Choice {
  const preset = Object.keys(game.presets)[0] ?? null;
  const seats = tableFor(game, USUAL_PLAYERS);
  return { seats, preset, values: presetValues(game, preset), level: usualLevel(game) };
}

/** What was chosen last, as far as the game still has it; else what is usual. */
export function recallChoice(game: GameInfo): Choice {
  const standard = usual(game);
  const { seats = 0, preset = null, values = {}, level = null } = choices()[game.name] ?? {};
  const isThere = preset !== null && preset in game.presets;
  const rules = isThere ? preset : standard.preset;
  const usually = presetValues(game, rules);
  // An option may have gone, or come.
  const known = Object.entries(values ?? {}).filter(([name]) => name in usually);
  const wanted = { ...usually, ...Object.fromEntries(known) };
  const fits = isThere && game.options.every((option) => allows(option, wanted[option.name]));
  return {
    seats: game.tables.includes(seats) ? seats : standard.seats,
    preset: rules,
    values: fits ? wanted : usually,
    level: level !== null && game.levels.includes(level) ? level : standard.level,
  };
}

/** A table with this is opened. */
export function keepChoice(game: string, { seats, preset, values, level }: Choice): void {
  keep(KEY, { ...choices(), [game]: { seats, preset, values, level } });
}

/** Who has just learnt it begins against the gentlest bots, where nothing has been chosen before. */
export function beginGently({ name, levels }: GameInfo): void {
  keep(KEY, { [name]: { level: levels[0] }, ...choices() });
}

function choices(): Record<string, Partial<Choice>> {
  return (kept(KEY) ?? {}) as Record<string, Partial<Choice>>;
}

function allows({ values, digits }: OptionInfo, value: OptionValue | undefined): boolean {
  if (value === undefined) return false;
  return values.includes(value) || (typeof value === 'string' && areNumbers(value, digits));
}
