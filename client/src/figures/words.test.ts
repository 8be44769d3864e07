import { beforeEach, expect, test } from 'vitest';

import { settings } from '../settings.svelte.ts';
import { round } from './words.ts';

beforeEach(() => {
  settings.lang = 'en';
});

test.each([
  [-190, '−190.0'],
  [-0.125, '−0.13'],
  [0.5, '0.50'],
  [1234.56, '1,234.6'],
])('%d is written as %s', (value, written) => expect(round(value)).toBe(written));
