import { expect, test } from 'vitest';

import { labelOf } from './passkey.ts';

test('a passkey is called by browser and device', () => {
  const android =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';
  expect(
    [android, iphone, edge, 'Mozilla/5.0 (X11; Linux) Firefox/140.0', ''].map(labelOf),
  ).toEqual(['Chrome, Android', 'Safari, iPhone', 'Edge, Windows', 'Firefox, Linux', '?']);
});
