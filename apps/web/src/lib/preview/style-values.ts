import { formatRgb, interpolate, parse } from 'culori';

/** The value of a custom property where an element stands. */
export type Variables = ReadonlyMap<string, string>;

/**
 * A value of CSS without what only browsers know: variables, colours by scheme, and mixed colours.
 *
 * @param scheme of the colours: whether a board or page is dark
 */
export function plainValue(value: string, variables: Variables, scheme: 'light' | 'dark'): string {
  let text = value;
  // From the inside out, a function at a time; the bound is for variables that name each other.
  for (let n = 0; n < 100; n += 1) {
    const found = /\b(var|light-dark|color-mix|calc)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/.exec(text);
    if (found === null) return text;
    const [whole, name, inside = ''] = found;
    const parts = split(inside).map((part) => part.trim());
    const [first = '', second = '', third = ''] = parts;
    const plain = (part: string) => plainValue(part, variables, scheme);
    const by = {
      var: () => variables.get(first) ?? inside.slice(first.length + 1).trim(),
      'light-dark': () => (scheme === 'light' ? first : second),
      calc: () => String(product(plain(inside))),
      'color-mix': () => mixed(plain(first), plain(second), plain(third)),
    }[name as 'var' | 'light-dark' | 'color-mix' | 'calc'];
    text = text.slice(0, found.index) + by() + text.slice(found.index + whole.length);
  }
  return text;
}

/** The only arithmetic there is in a drawing. */
const product = (text: string): number => text.split('*').reduce((all, factor) => all * Number(factor), 1);

/** Parts between commas that stand in no brackets. */
function split(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

const withShare = (text: string) => {
  const [, colour = text, share] = /^(.*?)(?:\s+([\d.]+)%)?$/.exec(text) ?? [];
  return { colour: colour.trim(), share: share === undefined ? undefined : Number(share) / 100 };
};

function mixed(space: string, one: string, other: string): string {
  const [first, second] = [withShare(one), withShare(other)];
  const share = second.share ?? 1 - (first.share ?? 0.5);
  const mix = interpolate([first.colour, second.colour], space.includes('oklab') ? 'oklab' : 'rgb');
  return formatRgb(mix(share));
}

const known = new Map<string, string>();

/** A colour as every reader of SVG knows it; whatever is no colour stays as it is. */
export function plainColour(value: string): string {
  const before = known.get(value);
  if (before !== undefined) return before;
  const colour = value === 'none' || value.startsWith('url(') ? undefined : parse(value);
  const plain = colour === undefined ? value : formatRgb(colour);
  if (known.size < 1000) known.set(value, plain);
  return plain;
}
