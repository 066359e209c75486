type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Inputs that no text is written in. */
const CHOICES: ReadonlySet<string> = new Set(['radio', 'checkbox', 'range', 'button', 'submit']);
const STEPS: ReadonlySet<string> = new Set(['Home', 'End', 'PageUp', 'PageDown', ' ']);

/** Whether letters pressed while it has the focus are meant for it. */
export const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !CHOICES.has(target.type));

/** Whether a key changes the choice or slider that has the focus. */
export const stepsByKey = (target: EventTarget | null, key: string): boolean =>
  target instanceof HTMLInputElement && (key.startsWith('Arrow') || STEPS.has(key));
