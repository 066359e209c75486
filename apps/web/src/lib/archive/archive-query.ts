/** Names of the filters, both as form fields and in the query of the API. */
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

/** The filters in a page's address, without empty fields. */
export const filtersFromUrl = (query: URLSearchParams): ArchiveFilters =>
  Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])));

/** A query string with these filters and the cursor of the next page; empty if there are none. */
export function filtersQuery(filters: ArchiveFilters, cursor?: string | null): string {
  const query = new URLSearchParams(Object.entries(filters));
  if (cursor != null) query.set('cursor', cursor);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
