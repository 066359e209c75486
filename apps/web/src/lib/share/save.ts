import type { TextFile } from '#lib/notation/record-file.ts';

export function save(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers read the file only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const saveText = ({ name, text }: TextFile): void =>
  save(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
