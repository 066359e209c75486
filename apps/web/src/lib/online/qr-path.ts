import { encode } from 'uqr';

/** Modules of light around a code, which readers need (ISO 18004). */
const QUIET = 4;

/** A text as a QR code: the path of its dark modules, each one unit wide, and how wide the whole is. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: dark.join(''), size };
}
