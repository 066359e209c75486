import { createContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/**
 * Where the present page wants invitations and other notices to stand. A page with a board names an element, so that
 * they cover neither board nor controls; on other pages they float.
 */
export class NoticeSlotContext {
  element = $state.raw<HTMLElement | undefined>();
  /** Whether a notice is shown now, wherever it stands. */
  occupied = $state(false);

  /** Makes an element the place while it is on the page. */
  readonly claim: Attachment<HTMLElement> = (element) => {
    this.element = element;
    return () => {
      if (this.element === element) this.element = undefined;
    };
  };
}

export const [noticeSlot, provideNoticeSlot] = createContext<NoticeSlotContext>();
