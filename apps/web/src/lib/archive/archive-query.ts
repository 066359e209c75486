/** What the archive can be filtered by, by the names of the form's fields and of the API's query alike. */
const FILTERS = [
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
export type ArchiveFilters = Partial<Record<(typeof FILTERS)[number], string>>;

/** The questions of a page's address; empty fields ask nothing. */
export const filtersFromUrl = (query: URLSearchParams): ArchiveFilters =>
  Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])));

/** `?…` with these questions and the place to go on from; empty for none. */
export function filtersQuery(filters: ArchiveFilters, cursor?: string | null): string {
  const query = new URLSearchParams(Object.entries(filters));
  if (cursor != null) query.set('cursor', cursor);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
