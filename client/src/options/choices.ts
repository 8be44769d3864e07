// The options of a table that is being set up, before the server has seen it.

import type { GameInfo, OptionValue } from '../wire.ts';

export type Values = Record<string, OptionValue>;

/** The values of a preset on top of the defaults. */
export function presetValues(game: GameInfo, preset: string | null): Values {
  const defaults = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  return { ...defaults, ...(preset === null ? {} : game.presets[preset]) };
}

/** In what rules are other than the usual ones, the first preset: options and their values. */
export function differences(game: GameInfo, values: Values): [string, OptionValue][] {
  const usual = presetValues(game, Object.keys(game.presets)[0] ?? null);
  return Object.entries(values).filter(([name, value]) => value !== usual[name]);
}

/** At how large a table so many play it: at the smallest that has room for all, else at the largest. */
export function tableFor({ tables, max_players: most }: GameInfo, people: number): number {
  return tables.find((players) => players >= people) ?? most;
}

/** The values after setting one; switching one on switches off what it excludes. */
export function withOption(
  game: GameInfo,
  values: Values,
  name: string,
  value: OptionValue,
): Values {
  const option = game.options.find((each) => each.name === name);
  const excluded = value === true ? (option?.excludes ?? []) : [];
  return { ...values, ...Object.fromEntries(excluded.map((each) => [each, false])), [name]: value };
}

/** The value of an option that stands in a form as text. */
export function parseValue(values: OptionValue[], text: string): OptionValue | undefined {
  return values.find((value) => String(value) === text);
}

/** Is the text so many numbers from 1 to 9 with a space between them? */
export function areNumbers(text: string, digits: number): boolean {
  return /^[1-9]( [1-9])*$/.test(text) && text.length === 2 * digits - 1;
}

/** The level of bots for those who have not chosen one: the middle, rather the stronger. */
export function usualLevel(game: Pick<GameInfo, 'levels'>): string | null {
  return game.levels[Math.floor(game.levels.length / 2)] ?? null;
}
