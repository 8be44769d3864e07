import { expect, test } from 'vitest';

import type { Lesson, Moment, Scene } from '../wire.ts';
import { lessonTable, wantedAt } from './lesson.ts';

const moment = (code: string | null): Moment => {
  const scene = { seat: 1, turn: [1], zones: [], legal: ['SA', 'S7'], notes: { SA: 'x' } };
  return { seat: 1, code, legal: [], hands: [], scene: scene as unknown as Scene };
};
const replay = {
  game: 'nobody_knows',
  deals: [1],
  deal: 1,
  names: ['Ben', 'Ann'],
  moments: [moment(null), moment('SA'), moment('S7')],
  outcome: null,
} as unknown as Lesson['replay'];
const lesson: Lesson = { replay, seat: 1, steps: [] };

test('what the learner is to do is what is done next', () => {
  expect(wantedAt(lesson, { at: 0, text: '', ask: true })).toBe('SA');
  expect(wantedAt(lesson, { at: 0, text: '', ask: false })).toBeNull();
  expect(wantedAt(lesson, { at: 2, text: '', ask: true })).toBeNull();
});

test('where nothing is asked nothing may be done, and the learner is called so', () => {
  const table = (isAsked: boolean) => lessonTable(lesson, 1, isAsked, 'You');
  expect(table(true).scene).toMatchObject({ legal: ['SA', 'S7'], notes: { SA: 'x' } });
  expect(table(false).scene).toMatchObject({ legal: [], notes: {} });
  expect(table(true).seats.map(({ name }) => name)).toEqual(['Ben', 'You']);
});
