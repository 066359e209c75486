import { createContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/**
 * Where the current page shows invitations and other notices. A page with a board provides an element, so that notices
 * cover neither board nor controls. On other pages they float.
 */
export class NoticeSlotContext {
  element = $state.raw<HTMLElement | undefined>();
  /** Whether a notice is visible, in the slot or floating. */
  occupied = $state(false);

  readonly claim: Attachment<HTMLElement> = (element) => {
    this.element = element;
    return () => {
      if (this.element === element) this.element = undefined;
    };
  };
}

export const [noticeSlot, provideNoticeSlot] = createContext<NoticeSlotContext>();
