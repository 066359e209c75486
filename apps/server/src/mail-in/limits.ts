/** Bytes of a mail. */
export const MAX_BYTES = 256 * 1024;

const MAX_HEADER_BYTES = 32 * 1024;
const MAX_LINES = 10_000;

/** Lines that start like a boundary between parts. */
const MAX_BOUNDARIES = 200;

const [LF, CR, DASH] = [10, 13, 45];

/** Whether a mail is too complex to be parsed. One pass over its bytes. */
export function isTooComplex(raw: Uint8Array): boolean {
  let lines = 0;
  let boundaries = 0;
  let isHeader = true;
  for (let start = 0; start < raw.length; ) {
    const found = raw.indexOf(LF, start);
    const end = found < 0 ? raw.length : found;
    lines += 1;
    if (raw[start] === DASH && raw[start + 1] === DASH) boundaries += 1;
    if (end === start || (end === start + 1 && raw[start] === CR)) isHeader = false;
    if (isHeader && end > MAX_HEADER_BYTES) return true;
    if (lines > MAX_LINES || boundaries > MAX_BOUNDARIES) return true;
    start = end + 1;
  }
  return false;
}
