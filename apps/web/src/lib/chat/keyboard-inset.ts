/** What an on-screen keyboard leaves of the page, in px. */
export type KeyboardInset = { readonly covered: number; readonly visible: number };

type View = Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>;

/** Bars of the browser that come and go are lower than this; keyboards are higher, in px. */
const LOWEST_KEYBOARD = 100;

/**
 * How much of the lower edge of a page an on-screen keyboard covers, where it covers the page instead of making it
 * shorter; nothing without one. A page enlarged with two fingers shows less of itself, too, which is not meant.
 *
 * @param pageHeight `innerHeight`
 */
export function keyboardInset(pageHeight: number, view: View): KeyboardInset | undefined {
  if (view.scale > 1.01) return undefined;
  const covered = Math.round(pageHeight - view.height - view.offsetTop);
  return covered < LOWEST_KEYBOARD ? undefined : { covered, visible: Math.round(view.height) };
}

/** Tells the page's styles of the keyboard, as `data-keyboard`, `--keyboard` and `--visible` of the root, until the signal. */
export function followKeyboard(signal: AbortSignal): void {
  const view = window.visualViewport;
  if (view === null) return;
  const root = document.documentElement;
  const report = () => {
    const inset = keyboardInset(window.innerHeight, view);
    root.toggleAttribute('data-keyboard', inset !== undefined);
    root.style.setProperty('--keyboard', inset === undefined ? '' : `${inset.covered}px`);
    root.style.setProperty('--visible', inset === undefined ? '' : `${inset.visible}px`);
  };
  const forget = () => {
    root.removeAttribute('data-keyboard');
    root.style.removeProperty('--keyboard');
    root.style.removeProperty('--visible');
  };
  report();
  for (const event of ['resize', 'scroll']) view.addEventListener(event, report, { signal });
  signal.addEventListener('abort', forget);
}
