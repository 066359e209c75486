/** A page of `limit` rows out of a query for one row more; `last` is the page's last row if there are more rows. */
export function toPage<T>(rows: readonly T[], limit: number): { page: readonly T[]; last: T | undefined } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1) : undefined };
}
