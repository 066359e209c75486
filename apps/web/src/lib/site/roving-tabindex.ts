const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Makes the links of a list a single tab stop. Arrow keys, Home and End move between them. */
export function rovingTabindex(list: HTMLElement): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const links = () => [...list.querySelectorAll<HTMLAnchorElement>('a')].filter((link) => link.checkVisibility());
  const stopAt = (stop: EventTarget | null | undefined) => {
    for (const link of list.querySelectorAll<HTMLAnchorElement>('a')) link.tabIndex = link === stop ? 0 : -1;
  };
  stopAt(list.querySelector('a[aria-current]') ?? list.querySelector('a'));
  list.addEventListener('focusin', ({ target }) => stopAt(target), { signal });
  list.addEventListener(
    'keydown',
    (event) => {
      const all = links();
      const at = event.target instanceof HTMLAnchorElement ? all.indexOf(event.target) : -1;
      const step = STEPS[event.key];
      const next =
        event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : step === undefined ? -1 : at + step;
      const link = at < 0 ? undefined : all[next];
      if (step !== undefined || link !== undefined) {
        event.preventDefault();
        event.stopPropagation();
      }
      link?.focus();
    },
    { signal },
  );
  return () => {
    listening.abort();
    for (const link of list.querySelectorAll('a')) link.removeAttribute('tabindex');
  };
}
