import { expect, test } from 'vitest';

import { cueBetween, type Moment } from './cues.ts';

const moment = (what: Partial<Moment> = {}): Moment => ({
  arrival: 1,
  lying: 1,
  held: false,
  mine: false,
  phase: 'playing',
  ...what,
});

test('each thing that happens has its sound', () => {
  expect(cueBetween(moment(), moment({ lying: 2 }))).toBe('card');
  expect(cueBetween(moment({ held: true }), moment())).toBe('take');
  expect(cueBetween(moment({ held: true }), moment({ mine: true }))).toBe('turn');
  expect(cueBetween(moment(), moment({ phase: 'between' }))).toBe('end');
  expect(cueBetween(moment(), moment())).toBeNull();
});

test('it is said once', () => {
  expect(cueBetween(moment({ mine: true }), moment({ mine: true }))).toBeNull();
  expect(cueBetween(moment({ phase: 'between' }), moment({ phase: 'over' }))).toBeNull();
});

test('what a snapshot brings has not just happened', () => {
  expect(cueBetween(moment(), moment({ arrival: 2, mine: true, lying: 3 }))).toBeNull();
});
