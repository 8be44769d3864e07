// A hint as the table draws it.

import type { Advice, Choice, Scene } from '../wire.ts';

const SHORTEST = 6; // per cent: the worst choice still has a bar

/** Lengths of the bars in per cent: from the worst choice to the best one. */
export function bars(choices: Choice[]): number[] {
  const values = choices.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.map((value) =>
    most > least ? SHORTEST + ((100 - SHORTEST) * (value - least)) / (most - least) : 100,
  );
}

/** The advice, if it is about the decision that lies before the viewer. */
export function fitting(advice: Advice | null, scene: Scene | null): Advice | null {
  if (advice === null || scene === null) return null;
  return advice.choices.every(({ code }) => scene.legal.includes(code)) ? advice : null;
}
