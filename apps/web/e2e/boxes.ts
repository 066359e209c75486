import type { Page } from '@playwright/test';

/**
 * Checks the layout by measuring boxes. Text and targets must not be clipped, off screen, overlapping, or over the
 * board. On touch screens, targets under 44 px must not be close to others. Exceptions: ellipses, scrolled-out content,
 * and layers (sheets, dialogs, bars), which may cover the page, but not another bar.
 */
export const layoutProblems = (page: Page, touch: boolean): Promise<string[]> => page.evaluate(measure, touch);

/** Runs in the page, so it must not use anything outside itself. */
function measure(touch: boolean): string[] {
  type Box = { left: number; top: number; right: number; bottom: number };
  type Thing = { element: Element; box: Box; layer: Element; what: string };
  const TARGETS = 'a[href], button, input, select, textarea, summary, [role="slider"], [role="tab"], [role="menuitem"]';
  const LAYERS = 'dialog, [role="dialog"], [role="alertdialog"], :popover-open, [data-part="panel"] > section';
  const SLACK = 1.5; // px, for borders and rounding
  const FINGER = 44; // px
  const problems = new Set<string>();

  const plain = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const overlaps = (a: Box, b: Box, slack = SLACK) => {
    const both = meet(a, b);
    return both.right - both.left > slack && both.bottom - both.top > slack;
  };
  const words = (element: Element) =>
    `"${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)}"` +
    ` <${element.tagName.toLowerCase()}${element.classList.length > 0 ? `.${[...element.classList].filter((name) => !name.startsWith('svelte-')).join('.')}` : ''}>`;
  /** Caches a value per element, because descendants request the same ancestors. */
  const once = <T>(find: (element: Element) => T): ((element: Element) => T) => {
    const found = new Map<Element, T>();
    return (element) => {
      const known = found.get(element);
      if (known !== undefined) return known;
      const value = find(element);
      found.set(element, value);
      return value;
    };
  };
  const ancestors = once((element): Element[] =>
    element.parentElement === null ? [] : [element.parentElement, ...ancestors(element.parentElement)],
  );
  const cutAway = once((element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const tiny = (width <= 1 || height <= 1) && style.overflow !== 'visible';
    const parent = element.parentElement;
    return (
      (style.position === 'absolute' && tiny) || style.clipPath === 'inset(50%)' || (parent !== null && cutAway(parent))
    );
  });
  const isHidden = (element: Element) =>
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) ||
    cutAway(element);
  const opened: Element[] = [...document.querySelectorAll('[aria-expanded="true"][aria-controls]')]
    .flatMap((button) => document.getElementById(button.getAttribute('aria-controls') ?? '') ?? [])
    .filter((menu) => getComputedStyle(menu).position === 'absolute');
  const isLayer = (element: Element) =>
    element.matches(LAYERS) ||
    opened.includes(element) ||
    ['fixed', 'sticky'].includes(getComputedStyle(element).position);
  const layerOf = once((element): Element => {
    if (isLayer(element)) return element;
    return element.parentElement === null ? document.documentElement : layerOf(element.parentElement);
  });

  /** The visible part of a box, if any. Reports a problem if a box without scrolling clips it. */
  const visible = (around: readonly Element[], whole: Box, what: string): Box | undefined => {
    let box = whole;
    for (const each of around) {
      if (each === document.body || each === document.documentElement) break;
      const style = getComputedStyle(each);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const edge = plain(each.getBoundingClientRect());
      if (style.overflowX === 'visible') [edge.left, edge.right] = [-Infinity, Infinity];
      if (style.overflowY === 'visible') [edge.top, edge.bottom] = [-Infinity, Infinity];
      const scrolls = [style.overflowX, style.overflowY].some((value) => value === 'auto' || value === 'scroll');
      const shortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      const seen = meet(box, edge);
      const cut =
        box.left < edge.left - SLACK ||
        box.right > edge.right + SLACK ||
        box.top < edge.top - SLACK ||
        box.bottom > edge.bottom + SLACK;
      if (cut && !scrolls && !shortened) problems.add(`${what} is clipped by ${words(each).slice(-60)}`);
      if (seen.right <= seen.left || seen.bottom <= seen.top) return undefined;
      box = seen;
      if (getComputedStyle(each).position === 'fixed') break;
    }
    return box;
  };
  const place = (element: Element, around: readonly Element[], whole: Box, what: string): Thing | undefined => {
    const box = visible(around, whole, what);
    if (box === undefined) return undefined;
    const layer = layerOf(element);
    const moves = layer === document.documentElement || getComputedStyle(layer).position === 'sticky';
    const bottom = moves ? Math.max(document.documentElement.scrollHeight - scrollY, innerHeight) : innerHeight;
    const top = moves ? -scrollY : 0;
    const screen = { left: 0, top, right: document.documentElement.clientWidth, bottom };
    const out =
      box.left < screen.left - SLACK ||
      box.right > screen.right + SLACK ||
      box.top < screen.top - SLACK ||
      box.bottom > screen.bottom + SLACK;
    if (out) problems.add(`${what} is outside the screen`);
    return { element, box, layer, what };
  };

  const boards = [...document.querySelectorAll('[role="grid"]')].filter((each) => !isHidden(each));
  const drawn = (element: Element) => element.closest('svg, canvas, [role="grid"]') !== null;

  const texts: Thing[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || node.textContent?.trim() === '' || element.closest('script, style, noscript, option'))
      continue;
    if (drawn(element) || isHidden(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width < 1) continue;
      const shrink = line.height * 0.2; // a font's box is higher than its letters
      const letters = { ...plain(line), top: line.top + shrink, bottom: line.bottom - shrink };
      const thing = place(element, [element, ...ancestors(element)], letters, words(element));
      if (thing !== undefined) texts.push(thing);
    }
  }

  /** The label of a control that is hidden itself: the label receives presses. */
  const pressed = (element: Element): Element =>
    element instanceof HTMLInputElement && ['radio', 'checkbox', 'file'].includes(element.type)
      ? (element.closest('label') ?? document.querySelector(`label[for="${element.id}"]`) ?? element)
      : element;
  const targets: Thing[] = [];
  for (const element of new Set([...document.querySelectorAll(TARGETS)].map(pressed))) {
    if (drawn(element) || isHidden(element)) continue;
    const thing = place(
      element,
      ancestors(element),
      plain(element.getBoundingClientRect()),
      `target ${words(element)}`,
    );
    if (thing !== undefined) targets.push(thing);
  }

  /** Whether `a` is a button that covers its whole container, such as a plate: not an overlap. */
  const laidOver = (a: Element, b: Element) =>
    getComputedStyle(a).position === 'absolute' && a.parentElement?.contains(b) === true && a.matches('button, a');
  const sameWay = (a: Element, b: Element) =>
    a instanceof HTMLAnchorElement && b instanceof HTMLAnchorElement && a.href === b.href;
  const apart = (a: Element, b: Element) => !a.contains(b) && !b.contains(a) && !laidOver(a, b) && !laidOver(b, a);
  const each = (things: Thing[], others: Thing[], slack: number) => {
    for (const thing of things)
      for (const other of others)
        if (thing.layer === other.layer && overlaps(thing.box, other.box, slack) && apart(thing.element, other.element))
          problems.add(`${thing.what} and ${other.what} overlap`);
  };
  for (const [n, text] of texts.entries()) each([text], texts.slice(n + 1), 2);
  each(texts, targets, 2);
  for (const [n, target] of targets.entries()) each([target], targets.slice(n + 1), SLACK);
  const inBars = targets.filter(({ layer }) => getComputedStyle(layer).position === 'sticky');
  /** Whether a bar is at its edge of the screen now. Elsewhere it scrolls like the content around it. */
  const sticks = (bar: Element) => {
    const { top, bottom } = bar.getBoundingClientRect();
    const offsets = getComputedStyle(bar); // `auto` is not a number, and never near
    return (
      Math.abs(top - Number.parseFloat(offsets.top)) < SLACK ||
      Math.abs(innerHeight - bottom - Number.parseFloat(offsets.bottom)) < SLACK
    );
  };
  const before = scrollY;
  for (let y = 0; inBars.length > 0 && y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo({ top: y, behavior: 'instant' });
    const stuck = inBars.filter(({ layer }) => sticks(layer));
    for (const [n, one] of stuck.entries())
      for (const other of stuck.slice(n + 1))
        if (
          apart(one.layer, other.layer) &&
          overlaps(plain(one.element.getBoundingClientRect()), plain(other.element.getBoundingClientRect()))
        )
          problems.add(`${one.what} and ${other.what} stick at the same place`);
  }
  scrollTo({ top: before, behavior: 'instant' });
  for (const board of boards) {
    const layer = layerOf(board);
    const box = plain(board.getBoundingClientRect());
    const covering = [...texts, ...targets].filter(
      (thing) => thing.layer === layer && overlaps(thing.box, box, 2) && apart(thing.element, board),
    );
    for (const { what } of covering) problems.add(`${what} is over the board`);
    if (box.left < -SLACK || box.right > innerWidth + SLACK) problems.add('the board is outside the screen');
  }

  if (document.documentElement.scrollWidth > innerWidth) problems.add('the page scrolls sideways');
  if (touch) {
    // A link in a sentence may be as high as its line. Moves, lessons and the last message have larger buttons nearby.
    // Four plates on a phone in landscape are limited by the height and the column width.
    const WITH_BUTTONS = '[data-ply], [data-step], [data-part="last-message"] button, [data-plate] > button';
    const inSentence = ({ element }: Thing) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      element.closest('p, li, dd, small, td') !== null;
    const fingers = targets.filter((target) => !inSentence(target) && !target.element.matches(WITH_BUTTONS));
    const reach = ({ left, top, right, bottom }: Box): Box => {
      const x = Math.max(0, (FINGER - (right - left)) / 2);
      const y = Math.max(0, (FINGER - (bottom - top)) / 2);
      return { left: left - x, top: top - y, right: right + x, bottom: bottom + y };
    };
    for (const target of fingers) {
      const { left, top, right, bottom } = target.box;
      const whole = target.element.getBoundingClientRect(); // the unclipped size, even in a scrolling list
      if (whole.width >= FINGER - 0.5 && whole.height >= FINGER - 0.5) continue;
      const near = reach({ left, top, right, bottom });
      const neighbour = fingers.find(
        (other) =>
          other !== target &&
          other.layer === target.layer &&
          overlaps(near, other.box) &&
          apart(other.element, target.element) &&
          !sameWay(other.element, target.element),
      );
      if (neighbour !== undefined)
        problems.add(
          `${target.what} is ${Math.round(whole.width)} × ${Math.round(whole.height)} px, too near to ${neighbour.what}`,
        );
    }
  }
  return [...problems];
}
