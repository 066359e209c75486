import { toaster } from '#lib/ui/toaster.svelte.ts';
import { words } from '#lib/words/words.ts';

/** Copies a text and says so; where the browser forbids it, says that. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toaster.say(words.editor.copied);
  } catch {
    toaster.say(words.editor.notCopied);
  }
}
