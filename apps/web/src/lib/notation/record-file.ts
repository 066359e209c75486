import { formatRecord, type GameRecord } from '@terrace/rules';

export type TextFile = { readonly name: string; readonly text: string };

/** A record as a `.gam` file, named after its date and setup. */
export function recordFile(record: GameRecord): TextFile {
  const parts = ['terrace', record.headers.Date?.replaceAll('.', '-'), record.setup];
  const name = parts.filter((part) => part !== undefined).join('-');
  return { name: `${name.replace(/[^\w-]/g, '')}.gam`, text: formatRecord(record) };
}
