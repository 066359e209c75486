import type { TextFile } from './save.ts';

/** Hands a file to the browser, which saves it where it saves such things. */
export function saveFile({ name, text }: TextFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
