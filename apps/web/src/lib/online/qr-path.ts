import { encode } from 'uqr';

/** Width of the light margin in modules (ISO 18004). */
const QUIET = 4;

/** Each dark module is one unit wide; `size` includes the margin. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: dark.join(''), size };
}
