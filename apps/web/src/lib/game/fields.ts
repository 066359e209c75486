type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CHOICES: ReadonlySet<string> = new Set(['radio', 'checkbox', 'range', 'button', 'submit']);
const STEPS: ReadonlySet<string> = new Set(['Home', 'End', 'PageUp', 'PageDown', ' ']);

/** Whether the focused element takes letter keys. */
export const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !CHOICES.has(target.type));

/** Whether a key changes the focused choice or slider. */
export const stepsByKey = (target: EventTarget | null, key: string): boolean =>
  target instanceof HTMLInputElement && (key.startsWith('Arrow') || STEPS.has(key));
