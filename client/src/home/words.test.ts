import { expect, test } from 'vitest';

import type { MyTable } from '../wire.ts';
import { companyOf } from './words.ts';

test('the others at a table, whatever seats are open before the own one', () => {
  const seats = [
    { kind: 'open', name: null },
    { kind: 'person', name: 'Ann' },
    { kind: 'bot', name: 'Kiku' },
  ];
  expect(companyOf({ table: { seats }, seat: 1 } as MyTable)).toEqual(['Kiku']);
  expect(companyOf({ table: { seats: seats.slice(0, 2) }, seat: 1 } as MyTable)).toEqual([]);
});
