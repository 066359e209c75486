import { toaster } from './toaster.svelte.ts';

/**
 * Copies what a field holds and says so; without permission it is at least marked, ready to be copied by hand.
 *
 * @returns whether it was copied
 */
export async function copyField(field: HTMLInputElement, said: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    return false;
  }
  toaster.say(said);
  return true;
}
