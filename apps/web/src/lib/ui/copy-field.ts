import { toaster } from './toaster.svelte.ts';

/**
 * Copies a field's value and shows a message. Without permission it selects the text instead.
 *
 * @returns whether it was copied
 */
export async function copyField(field: HTMLInputElement, message: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    return false;
  }
  toaster.show(message);
  return true;
}
