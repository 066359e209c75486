import { messages } from '@terrace/messages';
import { toaster } from '#lib/ui/toaster.svelte.ts';

/** Copies a text and says so; where the browser forbids it, says that. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toaster.say(messages.share.textCopied);
  } catch {
    toaster.say(messages.share.notCopied);
  }
}
