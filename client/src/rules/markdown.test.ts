import { expect, test } from 'vitest';

import { firstSection, render } from './markdown.ts';

test('markup in a page stays text', () => {
  expect(render('<img src=x onerror=alert(1)> **b**')).toBe(
    '<p>&lt;img src=x onerror=alert(1)&gt; <strong>b</strong></p>\n',
  );
  expect(render('[x](javascript:alert(1))')).not.toContain('href');
});

test('the empty corner of a table is no heading', () => {
  const table = render('| | a |\n|---|---|\n| b | 1 |');
  expect(table).toContain('<td></td>\n<th>a</th>');
});

test('on a page with a title of its own headings are lower', () => {
  expect(render('# a\n## b', 1)).toBe('<h2>a</h2>\n<h3>b</h3>\n');
});

test('the first section ends where the next one begins', () => {
  expect(firstSection('# A\n\n3 players\n\n## How\n\n**Aim:** win\n\n## Cards\n\nfew')).toBe(
    '**Aim:** win',
  );
  expect(firstSection('# A\n')).toBe('');
});

test('what is emphasised in a lesson is seen to be so, also beside a sign', () => {
  const lessons = import.meta.glob('../../../src/torite/locale/lessons/*.json', {
    eager: true,
    import: 'default',
    query: '?raw',
  });
  const texts = Object.values(lessons).flatMap((lesson) => String(lesson).split('\n'));
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => render(text.trim()).includes('**'))).toEqual([]);
});
