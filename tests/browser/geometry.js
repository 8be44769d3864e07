async () => {
  // What does not hold in this look, in words.  Sizes in CSS px.
  const found = [];
  const all = (where) => [...document.querySelectorAll(where)];
  const seen = (e) => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const box = (e) => e.getBoundingClientRect();
  const name = (e) => {
    const told = e.dataset.testid ?? e.dataset.code ?? e.dataset.action ?? e.getAttribute('aria-label') ?? e.className;
    return `${told}${e.dataset.code ? ` ${e.dataset.code}` : ''}`.slice(0, 40);
  };
  const at = (r) => `${Math.round(r.left)},${Math.round(r.top)} ${Math.round(r.width)}x${Math.round(r.height)}`;
  const frame = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  await frame();
  await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null)));
  await frame();
  window.veil.disabled = true; // what is opaque is looked at (pages.py)
  const solid = new CSSStyleSheet(); // so that it is known what lies above a card of the trick
  solid.replaceSync('[data-lying] { pointer-events: auto !important; }');
  document.adoptedStyleSheets.push(solid);

  // The page does not scroll, and nothing does that holds the table.
  const page = document.scrollingElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth)
    found.push(`the page scrolls: ${page.scrollWidth}x${page.scrollHeight}`);
  const scrolls = (e) => !['visible', 'clip'].includes(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight + 1;
  for (let e = document.querySelector('.scene'); e && e !== page; e = e.parentElement)
    if (scrolls(e)) found.push(`${e.className} scrolls`);
  for (const e of all('[data-testid=score-sheet] .page').filter(seen))
    if (e.scrollWidth > e.clientWidth + 1) found.push(`the sheet is too wide: ${e.scrollWidth} of ${e.clientWidth}`);

  // Everything is inside; a tilted card may lose a corner.
  const inside = (e, slack) => {
    const r = box(e);
    const out = Math.max(-r.left, -r.top, r.right - innerWidth, r.bottom - innerHeight);
    if (out > slack || r.width === 0) found.push(`${name(e)} is outside: ${at(r)}`);
  };
  const sheet = document.querySelector('[data-testid=score-sheet]');
  const many = document.querySelector('.actions > .button:nth-child(12)')?.closest('.asked'); // answers: they scroll
  const scrolled = (e) => e.closest('[data-testid=score-sheet] .page, .lines') !== null || many?.contains(e);
  const hand = all('[data-testid=hand] [data-testid=card]');
  const trick = all('[data-testid=trick] [data-code]');
  const rows = all('[data-testid^=row-] [data-code]');
  const plates = all('[data-anchor^=seat-]').map((e) => e.querySelector('.plate') ?? e).filter((e) => e.offsetParent);
  const signs = all('[data-testid=trump], [data-testid^=fact-], [data-testid=stock]').filter(seen);
  const panels = all('.panels [data-testid^=panel-]');
  const controls = all('main button, main a, main input, main select, header button, header a').filter(
    (e) => seen(e) && e.dataset.testid !== 'card' && !e.matches('.skip, .unseen') && !scrolled(e));
  for (const e of hand) inside(e, 7);
  for (const e of trick) inside(e, 4);
  for (const e of [...rows, ...plates, ...signs, ...panels, ...controls, ...all('[data-testid=turn-line], .felt')]) inside(e, 0.5);

  // Every card of the hand shows its index and at least 22 px that can be touched.
  const STRIP = 22;
  const hit = (x, y) => document.elementFromPoint(x, y);
  const owner = (x, y) => hit(x, y)?.closest('[data-code]');
  for (const card of hand) {
    const index = card.querySelector('.index text, .pin') ?? card;
    const r = box(index);
    const y = r.top + r.height / 2;
    const x = r.left + r.width / 2;
    if (owner(x, y) !== card) {
      found.push(`the index of ${name(card)} is covered by ${hit(x, y)?.className} at ${at(r)}`);
      continue;
    }
    let left = x;
    let right = x;
    while (right - left < STRIP && owner(left - 2, y) === card) left -= 2;
    while (right - left < STRIP && owner(right + 2, y) === card) right += 2;
    if (right - left < STRIP - 2.5) found.push(`${name(card)} shows ${(right - left).toFixed(1)} px`);
  }

  // Controls can be hit, and are large enough.
  for (const e of controls) {
    const r = box(e);
    const target = e.closest('label') ?? e;
    const size = box(target);
    if (e.type === 'range' || e.tagName === 'A' && e.closest('p, li')) continue;
    const least = e.matches('.kingdoms .row button') ? 39.5 : e.matches('.numbers > *') ? 31 : 43.5; // many in a row on a phone
    if (size.height < 43.5 || size.width < least) found.push(`${name(e)} is small: ${at(size)}`);
    const top = hit(r.left + r.width / 2, r.top + r.height / 2);
    if (!top || !(target.contains(top) || top.contains(target))) found.push(`${name(e)} is covered by ${top?.className}`);
  }

  // What lies on the table does not lie on something else.  A sheet that is open may cover the felt, but never the
  // trump, the hand or what is asked.
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const apart = (one, other, but = () => false) => {
    for (const a of one) for (const b of other)
      if (a !== b && !a.contains(b) && !b.contains(a) && overlap(box(a), box(b)) && !but(a, b))
        found.push(`${name(a)} (${at(box(a))}) lies on ${name(b)} (${at(box(b))})`);
  };
  const over = document.querySelector('[data-testid=outcome]');
  if (over) {
    if (scrolls(over)) found.push('the result is cut off');
    for (const e of plates.filter(seen)) {
      const [a, b] = [box(e), box(over)];
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0)
        found.push(`the result lies on ${name(e)}`);
    }
  }
  const asked = many ? [many] : all('.actions, [data-testid=confirm]').filter(seen);
  const prompt = all('[data-testid=turn-line]');
  apart(plates, plates.slice());
  apart(plates, [...rows, ...signs, ...asked]);
  if (!over) apart(trick, [...plates, ...signs, ...asked, ...prompt]);
  if (!over && !document.querySelector('.rows.crowded')) apart(trick, rows); // there the indices alone are seen
  apart(rows, [...signs, ...asked, ...prompt]);
  const open = (a) => a.dataset.testid === 'trump' && a.dataset.suit === '' && a.dataset.card === '';
  apart(signs, asked, open);
  apart(signs, signs);
  apart(signs, prompt);
  apart(all('.asked :is(.button, .suits button), .result .button').filter(seen), prompt);
  apart(controls, [...controls, ...prompt]);
  apart(hand.map((e) => e.closest('.fan') ?? e), [...plates, ...signs, ...asked, ...prompt, ...rows]);
  apart(panels, [...panels, ...prompt, ...plates, ...asked]);
  // Nor does the card or the lights of a panel lie on a figure there.
  for (const foot of all('.panels .foot > *').filter(seen)) for (const e of foot.closest('.panel').querySelectorAll('.badges *')) {
    const words = document.createRange();
    words.selectNodeContents(e);
    const f = box(foot);
    for (const r of e.childElementCount === 0 && seen(e) && !e.closest('.unseen') ? words.getClientRects() : [])
      if (Math.min(r.right, f.right) - Math.max(r.left, f.left) > 1 && Math.min(r.bottom, f.bottom) - Math.max(r.top, f.top) > 4)
        found.push(`${name(foot)} lies on ${e.innerText}`);
  }
  if (sheet) apart([sheet], [...hand, ...prompt, ...panels, ...asked.filter((e) => !sheet.contains(e)), ...(over ? [] : signs.filter((e) => !open(e)))]);

  // Each index in the trick can be read.
  if (!sheet && !over) for (const card of trick) {
    const index = card.querySelector('.index text');
    if (!index) continue;
    const r = box(index);
    if (owner(r.left + r.width / 2, r.top + r.height / 2) !== card) found.push(`the index of ${card.dataset.code} in the trick is covered`);
  }

  // Nor does a word stand out of its button, on the sheet or among the contracts.
  for (const e of all('.page button, .suits button').filter(seen)) if (e.scrollWidth > e.clientWidth + 1) found.push(`${e.innerText} stands out of its button`);
  // A slider is long enough to be set.
  for (const e of all('input[type=range]').filter(seen)) if (e.clientWidth < 100) found.push(`the slider is ${e.clientWidth}px long`);
  const style0 = (e) => getComputedStyle(e).clipPath.startsWith('inset(50');
  // Texts are not cut off, names apart, and not tiny.
  for (const e of all('main *')) {
    if (style0(e) || e.matches('.felt') || e.closest('.unseen, svg, .who, .lines, .page, .felt > div, [data-testid=card], h1') || e.matches('.name, input, select')) continue;
    const style = getComputedStyle(e);
    if (style.overflowX !== 'visible' && e.textContent.trim() && e.scrollWidth > e.clientWidth + 1 && seen(e)) found.push(`${name(e)} is cut off`);
    if (e.childElementCount === 0 && e.textContent.trim() && parseFloat(style.fontSize) < 11.9 && seen(e)) found.push(`${name(e)} is tiny`);
  }
  for (const e of prompt.filter(seen)) if (e.scrollHeight > e.clientHeight + 1) found.push(`${e.innerText} is cut off`);
  // A name may break, or be told for short, but what is shown of it is shown whole, and can be read.
  for (const e of all('.scene .who').filter(seen)) {
    const { overflowY, textOverflow } = getComputedStyle(e);
    const isShort = textOverflow === 'ellipsis' && e.clientWidth > 24;
    if (overflowY !== 'visible' && (e.scrollHeight > e.clientHeight + 1 || (e.scrollWidth > e.clientWidth + 1 && !isShort)))
      found.push(`the name ${e.innerText} is cut: ${e.clientWidth}x${e.clientHeight} of ${e.scrollWidth}x${e.scrollHeight}`);
    if (!e.closest('table') && [e, ...e.children].some((part) => seen(part) && parseFloat(getComputedStyle(part).fontSize) < 11.9))
      found.push(`the name ${e.innerText} is tiny`);
  }
  window.veil.disabled = false;
  document.adoptedStyleSheets.pop();
  return found;
}
