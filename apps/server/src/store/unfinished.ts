export const UNFINISHED = ['open', 'live'];

/** The same in SQL, after the name of a game's row. It matches the condition of the indexes. */
export const IS_UNFINISHED = `status in ('open', 'live')`;
