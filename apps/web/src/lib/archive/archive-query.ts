/** What may be asked of the archive, by the names of the form's fields and of the API's query alike. */
export const ASKED = [
  'player',
  'opponent',
  'result',
  'kind',
  'rated',
  'setup',
  'seats',
  'end',
  'minMoves',
  'maxMoves',
  'from',
  'until',
] as const;
export type Asked = Partial<Record<(typeof ASKED)[number], string>>;

/** The questions of a page's address; empty fields ask nothing. */
export const askedOf = (query: URLSearchParams): Asked =>
  Object.fromEntries(ASKED.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])));

/** `?…` with these questions and the place to go on from; empty for none. */
export function queryOf(asked: Asked, cursor?: string | null): string {
  const query = new URLSearchParams(Object.entries(asked));
  if (cursor != null) query.set('cursor', cursor);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
