async () => {
  // What somebody finds cut off who knows nothing of how the page is made: in words.  Sizes in CSS px.
  const frame = () =>
    new Promise((next) =>
      requestAnimationFrame(() => requestAnimationFrame(next)),
    );
  await frame();
  await Promise.all(
    document.getAnimations().map((each) => each.finished.catch(() => null)),
  );
  await frame();
  window.veil.disabled = true; // what is opaque is looked at (pages.py)
  const found = [];
  const CORNER = 8; // of a rotated card
  const all = [...document.body.querySelectorAll("*")];
  const clips = (style) => style !== "visible";
  const isHidden = (e) => {
    if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      return true;
    for (let at = e; at; at = at.parentElement) {
      const { clipPath, clip } = getComputedStyle(at);
      if (clipPath.startsWith("inset(50") || clip !== "auto") return true; // for the ear
    }
    return false;
  };
  const isTurned = (e) => {
    for (let at = e; at; at = at.parentElement) {
      const { rotate, transform } = getComputedStyle(at);
      const matrix = new DOMMatrix(transform === "none" ? "" : transform);
      if (
        (rotate !== "none" && parseFloat(rotate) !== 0) ||
        Math.abs(matrix.b) > 0.001
      )
        return true;
    }
    return false;
  };
  // What is left of a box by the viewport and by everything round it that cuts; what may one scroll there?
  const window_ = () => ({
    left: 0,
    top: 0,
    right: innerWidth,
    bottom: innerHeight,
    scrolls: null,
  });
  const frameOf = (e, scrolled) => {
    const out = window_();
    let position = getComputedStyle(e).position;
    for (
      let at = e.parentElement;
      at && at !== document.body;
      at = at.parentElement
    ) {
      const style = getComputedStyle(at);
      if (position === "fixed") break;
      if (
        position === "absolute" &&
        style.position === "static" &&
        style.transform === "none"
      )
        continue;
      position = style.position;
      const r = at.getBoundingClientRect();
      const free = (overflow) =>
        scrolled && ["auto", "scroll"].includes(overflow);
      if (clips(style.overflowX) && !free(style.overflowX)) {
        out.left = Math.max(out.left, r.left);
        out.right = Math.min(out.right, r.right);
      }
      if (clips(style.overflowY)) {
        if (free(style.overflowY) && at.scrollHeight > at.clientHeight + 1)
          out.scrolls = at;
        else {
          out.top = Math.max(out.top, r.top);
          out.bottom = Math.min(out.bottom, r.bottom);
        }
      }
      if (at.matches("dialog")) break; // it lies above all
    }
    if (out.scrolls) [out.top, out.bottom] = [-Infinity, Infinity];
    return out;
  };
  const lost = (r, by) =>
    Math.max(
      by.left - r.left,
      by.top - r.top,
      r.right - by.right,
      r.bottom - by.bottom,
    );
  const words = (e) =>
    (e.getAttribute("aria-label") ?? e.title ?? "") ||
    e.textContent.trim() ||
    e.outerHTML;
  const told = (e) =>
    `"${words(e).replace(/\s+/g, " ").slice(0, 40)}" <${e.tagName.toLowerCase()} ${e.getAttribute("class") ?? ""}>`;
  const at = (r) =>
    `${Math.round(r.left)},${Math.round(r.top)} ${Math.round(r.width)}x${Math.round(r.height)}`;

  // Does the page scroll?
  const page = document.scrollingElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth)
    found.push(
      `the page scrolls: ${page.scrollWidth}x${page.scrollHeight} of ${innerWidth}x${innerHeight}`,
    );

  // Is a control or a picture cut off, or buried?
  const CONTROL =
    'button, a[href], input, select, textarea, summary, [role=button], [tabindex="0"]';
  for (const e of all) {
    const isControl = e.matches(CONTROL);
    if (
      !isControl &&
      !(
        e.matches("svg, img, canvas") && e.parentElement.closest("svg") === null
      )
    )
      continue;
    let r = e.getBoundingClientRect();
    if (r.width < 2 || r.height < 2 || isHidden(e)) continue;
    const by = frameOf(e, true);
    const out = lost(r, by);
    if (out > (isTurned(e) ? CORNER : 1))
      found.push(`cut off by ${Math.round(out)}: ${told(e)} at ${at(r)}`);
    const texts =
      e.textContent.trim() !== "" && !e.querySelector("svg") && isControl;
    if (texts && by.scrolls) {
      // What has been scrolled away is brought there first.
      const within = by.scrolls.getBoundingClientRect();
      by.scrolls.scrollTop +=
        (r.top + r.bottom - within.top - within.bottom) / 2;
      r = e.getBoundingClientRect();
    }
    const [x, y] = [r.left + r.width / 2, r.top + r.height / 2];
    const above = texts && out <= 1 ? document.elementFromPoint(x, y) : null;
    if (
      above &&
      !e.contains(above) &&
      !above.contains(e) &&
      !above.closest("dialog, label") &&
      !e.closest("[inert]")
    )
      found.push(`buried: ${told(e)} at ${at(r)} under ${told(above)}`);
  }

  // Is a text cut off, does it leave its box, does it end in three dots?
  const endsInDots = (e) =>
    getComputedStyle(e).textOverflow === "ellipsis" &&
    e.scrollWidth > e.clientWidth + 1;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const e = node.parentElement;
    if (
      !node.data.trim() ||
      e.closest("script, style, noscript, svg, option") ||
      isHidden(e)
    )
      continue;
    let dots = e;
    while (dots && !endsInDots(dots)) dots = dots.parentElement;
    // A person is known by most of a name, in letters that can be read.
    if (dots?.matches(".who") && dots.clientWidth > 0.6 * dots.scrollWidth)
      continue;
    if (dots) found.push(`ends in dots: ${told(dots)}`);
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((r) => r.width > 0.5);
    if (rects.length === 0) continue;
    const by = frameOf(e, true);
    const own = getComputedStyle(e);
    const inner = clips(own.overflowX) ? e.getBoundingClientRect() : null;
    const out = Math.max(
      ...rects.map((r) => Math.max(by.left - r.left, r.right - by.right)),
    );
    const above = Math.max(
      ...rects.map(
        (r) => Math.max(by.top - r.top, r.bottom - by.bottom) - r.height * 0.2,
      ),
    );
    const self = inner
      ? Math.max(
          ...rects.map((r) =>
            Math.max(inner.left - r.left, r.right - inner.right),
          ),
        )
      : 0;
    if (Math.max(out, above, self) > 1.5)
      found.push(
        `text cut off by ${Math.round(Math.max(out, above, self))}: ${told(e)}`,
      );
    // Its box: what is painted or framed round it.
    let box = e;
    const painted = (style) =>
      style.display !== "inline" &&
      (!["rgba(0, 0, 0, 0)", "transparent"].includes(style.backgroundColor) ||
        parseFloat(style.borderLeftWidth) > 0);
    const scrolls = (style) => ["auto", "scroll"].includes(style.overflowY);
    while (
      box &&
      box !== document.body &&
      !painted(getComputedStyle(box)) &&
      !scrolls(getComputedStyle(box))
    )
      box = box.parentElement;
    if (!box || box === document.body || scrolls(getComputedStyle(box)))
      continue;
    const b = box.getBoundingClientRect();
    const over = Math.max(
      ...rects.map((r) =>
        Math.max(
          b.left - r.left,
          r.right - b.right,
          b.top - r.top - r.height * 0.25,
          r.bottom - b.bottom - r.height * 0.25,
        ),
      ),
    );
    if (over > 1.5)
      found.push(`text leaves its box by ${Math.round(over)}: ${told(e)}`);
  }
  window.veil.disabled = false;
  return [...new Set(found)];
};
