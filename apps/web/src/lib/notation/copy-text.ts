import { messages } from '@terrace/messages';
import { toaster } from '#lib/ui/toaster.svelte.ts';

/** Copies a text and shows a toast, also when the browser forbids it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toaster.show(messages.common.copied);
  } catch {
    toaster.show(messages.share.notCopied);
  }
}
