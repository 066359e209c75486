import { toaster } from './toaster.svelte.ts';

/**
 * The click handler of a button that says why it is disabled. Such a button has `aria-disabled`, because natively disabled
 * buttons cannot be focused, and neither keyboard, touch nor a screen reader reaches their reason.
 *
 * @param reason shown after a press on the disabled button, if there is one
 */
export const unlessDisabled =
  (disabled: boolean, reason: string | undefined, onclick: (() => void) | undefined) =>
  (event: MouseEvent): void => {
    if (disabled) {
      event.preventDefault(); // neither submits its form nor opens its menu
      if (reason) toaster.show(reason);
    } else onclick?.();
  };
