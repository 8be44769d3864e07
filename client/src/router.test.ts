import { afterEach, expect, test, vi } from 'vitest';

import { aroundAddresses, isOurs, pageAt, pathOf, type Page } from './router.ts';

afterEach(() => vi.unstubAllGlobals());

const PAGES: Page[] = [
  { name: 'lobby' },
  { name: 'table', id: 'a7Kq' },
  { name: 'rules', game: 'wizard' },
  { name: 'learn', game: 'plus-minus' },
  { name: 'print', game: 'plus-minus' },
  { name: 'replay', id: 'abc-2' },
  { name: 'replay', id: null },
  { name: 'home' },
  { name: 'ratings', game: 'wizard' },
  { name: 'ratings', game: null },
  { name: 'take' },
  { name: 'day', game: 'plus-minus' },
  { name: 'day', game: null },
  { name: 'exercises', game: 'plus-minus' },
  { name: 'exercises', game: null },
  { name: 'challenge', id: 'a7kq' },
];

test.each(PAGES)('the path of %o leads back to it', (page) => {
  expect(pageAt(pathOf(page))).toEqual(page);
});

test.each(['/t', '/t/a/b', '/nowhere', '/rules'])('%s is missing', (path) => {
  expect(pageAt(path)).toEqual({ name: 'missing', path });
});

test('a slash at the end does no harm', () => {
  expect(pageAt('/t/abc/')).toEqual({ name: 'table', id: 'abc' });
});

test.each(['.', ')', '%20', '%3E', '。', encodeURIComponent('で遊ぼう'), '\u200b'])(
  'what a messenger has taken for the end of a link does no harm: %s',
  (behind) => {
    expect(pageAt(`/t/a7kq${behind}`)).toEqual({ name: 'table', id: 'a7kq' });
    expect(pageAt(`/m/a7kq-2${behind}`)).toEqual({ name: 'replay', id: 'a7kq-2' });
    expect(pageAt(`/c/a7kq${behind}`)).toEqual({ name: 'challenge', id: 'a7kq' });
  },
);

test('a stray % is taken as it is', () => {
  expect(pageAt('/t/%')).toEqual({ name: 'table', id: '%' });
});

test('an address is found in what is said, without what stands around it', () => {
  const said = 'Next: https://cards.example/t/a7kq-2, all of you!';
  expect(aroundAddresses(said)).toEqual([
    'Next: ',
    'https://cards.example/t/a7kq-2',
    ', all of you!',
  ]);
  expect(aroundAddresses('https://cards.example/take#secret')).toHaveLength(1);
});

test('only a plain click on a link to a page of the house is followed within the page', () => {
  vi.stubGlobal('location', { origin: 'https://a.house' });
  const link = {
    origin: 'https://a.house',
    pathname: '/me',
    target: '',
    hasAttribute: () => false,
  };
  const follows = (how: object, where: object) =>
    isOurs(
      { button: 0, ...how } as MouseEvent,
      { ...link, ...where } as unknown as HTMLAnchorElement,
    );
  expect(follows({}, {})).toBe(true);
  for (const how of [
    { button: 1 },
    { metaKey: true },
    { ctrlKey: true },
    { shiftKey: true },
    { altKey: true },
  ])
    expect(follows(how, {})).toBe(false);
  for (const where of [
    { origin: 'https://another.house' },
    { pathname: '/api/games' },
    { target: '_blank' },
    { hasAttribute: () => true }, // a file to keep
  ])
    expect(follows({}, where)).toBe(false);
});
