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

/** Closes a modal dialog on a press on its backdrop in Safari, which does not know `closedby`. The content fills the dialog. */
export const onPressOutside =
  (close: () => void): Attachment<HTMLElement> =>
  (dialog) => {
    if ('closedBy' in dialog) return undefined;
    const onclick = ({ target }: MouseEvent) => {
      if (target === dialog) close();
    };
    dialog.addEventListener('click', onclick);
    return () => dialog.removeEventListener('click', onclick);
  };

/** Returns the focus to the element that had it when the panel was mounted. */
export const returnFocus: Attachment = () => {
  const before = document.activeElement;
  return () => {
    if (before instanceof HTMLElement) before.focus();
  };
};
