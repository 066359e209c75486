import type { Attachment } from 'svelte/attachments';

/** Closes a panel on Escape while it contains the focus, and stops further handling of that key press. */
export const onEscape =
  (close: () => void): Attachment<HTMLElement> =>
  (panel) => {
    const onkeydown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    panel.addEventListener('keydown', onkeydown);
    return () => panel.removeEventListener('keydown', onkeydown);
  };

/** Returns the focus to the element that had it when the panel was mounted. */
export const returnFocus: Attachment = () => {
  const before = document.activeElement;
  return () => {
    if (before instanceof HTMLElement) before.focus();
  };
};
