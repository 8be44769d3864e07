import { expect, test } from 'vitest';

import { callName, longestWord } from './names.ts';

test.each([
  ['Ann', 'Ann'],
  ['Quiet Heron', 'Heron'],
  ['Kühne Gämse', 'Gämse'],
  ['Kühne', 'Kühne'],
  ['Maximiliane Overbeck', 'Maximiliane'],
  ['Wolfgang-Amadeus Schmid', 'Wolfgang'],
  ['Dr. Meier-Huber', 'Dr. Meier'],
  ['Jo', 'Jo'],
  ['长孙无忌', '长孙无忌'],
  ['長曽我部元親之助左衛門', '長曽我部元…'],
  ['勇敢なカワウソ', '勇敢なカワ…'],
  ['🦊🎲 Foxy McFoxface 🎉✨', '🦊🎲 Foxy'],
  ['Donaudampfschifffahrtskapitän', 'Donaudampfs…'],
])('%s is called %s', (name, call) => {
  expect(callName(name)).toBe(call);
});

test.each([
  ['Wolfgang', 8],
  ['Dr. Meier', 5],
  ['元親', 4],
])('the longest word of %s has the breadth of %i letters', (name, letters) => {
  expect(longestWord(name)).toBe(letters);
});
