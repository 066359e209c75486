export type KeyboardInset = { readonly covered: number; readonly visible: number };

type View = Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>;

/** Browser toolbars are lower than this and keyboards are higher, in px. */
const LOWEST_KEYBOARD = 100;

/** The part of the page under an on-screen keyboard; undefined if nothing is covered, and during pinch zoom. */
export function keyboardInset(pageHeight: number, view: View): KeyboardInset | undefined {
  if (view.scale > 1.01) return undefined;
  const covered = Math.round(pageHeight - view.height - view.offsetTop);
  return covered < LOWEST_KEYBOARD ? undefined : { covered, visible: Math.round(view.height) };
}

/** Exposes the keyboard to styles as `data-keyboard`, `--keyboard` and `--visible` on the root element. */
export function exposeKeyboardInset(signal: AbortSignal): void {
  const view = window.visualViewport;
  if (view === null) return;
  const root = document.documentElement;
  const update = () => {
    const inset = keyboardInset(window.innerHeight, view);
    root.toggleAttribute('data-keyboard', inset !== undefined);
    root.style.setProperty('--keyboard', inset === undefined ? '' : `${inset.covered}px`);
    root.style.setProperty('--visible', inset === undefined ? '' : `${inset.visible}px`);
  };
  const clear = () => {
    root.removeAttribute('data-keyboard');
    root.style.removeProperty('--keyboard');
    root.style.removeProperty('--visible');
  };
  update();
  for (const event of ['resize', 'scroll']) view.addEventListener(event, update, { signal });
  signal.addEventListener('abort', clear);
}
