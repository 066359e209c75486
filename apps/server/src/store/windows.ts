/** Rows looked at in one statement: a few milliseconds' work, whatever is asked for. */
export const WINDOW = 2_000;

/** Statements for one page. A search that has found too little by then says where to go on. */
const MAX_WINDOWS = 10;

/** No further window is begun after so long, in ms: where few of many games are a player's, one takes hundreds. */
const MAX_MS = 500;

/** What one statement found among at most WINDOW rows after a place, and the last place it looked at; null at the end. */
export type Look<Row, Place> = { readonly found: readonly Row[]; readonly lookedTo: Place | null };

/**
 * A page of a list that no index serves alone, such as a search by several filters: looks through it window by window, so that
 * one that matches little or nothing costs no more than any other. A page may then be short, or empty, and still have a next.
 */
export async function searchInWindows<Row, Place>(
  after: Place | null,
  limit: number,
  look: (after: Place | null, most: number) => Promise<Look<Row, Place>>,
  placeOf: (row: Row) => Place,
): Promise<{ readonly rows: readonly Row[]; readonly next: Place | null }> {
  const rows: Row[] = [];
  let from = after;
  const giveUpAt = performance.now() + MAX_MS;
  for (let n = 0; n < MAX_WINDOWS && (n === 0 || performance.now() < giveUpAt); n += 1) {
    const { found, lookedTo } = await look(from, limit + 1 - rows.length);
    rows.push(...found);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    if (rows.length > limit && last !== undefined) return { rows: page, next: placeOf(last) };
    if (lookedTo === null) return { rows, next: null };
    from = lookedTo;
  }
  return { rows, next: from };
}
