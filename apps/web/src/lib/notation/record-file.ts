import { formatRecord, type GameRecord } from '@terrace/rules';

/** A file to be saved: its name and what is in it. */
export type TextFile = { readonly name: string; readonly text: string };

/** A record as a file others can read and this site can replay, named after its day and setup. */
export function recordFile(record: GameRecord): TextFile {
  const parts = ['terrace', record.headers.Date?.replaceAll('.', '-'), record.setup];
  const name = parts.filter((part) => part !== undefined).join('-');
  return { name: `${name.replace(/[^\w-]/g, '')}.gam`, text: formatRecord(record) };
}
