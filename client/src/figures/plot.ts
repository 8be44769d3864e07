// Where the points of a curve lie.

import type { Point } from '../wire.ts';

const STEPS = [1, 2, 5, 10];

/** Three to six round numbers that lie between two others. */
export function ticks(low: number, high: number): number[] {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

/** Between which figures the points lie with their intervals, with some room. */
export function range(points: Point[]): [number, number] {
  const low = Math.min(...points.map(({ value, within }) => value - within));
  const high = Math.max(...points.map(({ value, within }) => value + within));
  const room = (high - low || 1) / 20;
  return [low - room, high + room];
}
