import themes from '#lib/board/themes.css?raw';
import tokens from '#lib/ui/tokens.css?raw';

/** The painter of pictures reads alpha in the older notation only. */
const withCommas = (color: string) => color.replace(/^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/, 'rgba($1, $2, $3, $4)');

/** Of each pair of colors the one for light pages; of several values the first, which is that of the default board. */
const values = new Map(
  [...`${tokens}${themes}`.matchAll(/^ +--([\w-]+): (?:light-dark\((#\w+),.*\)|(.*));$/gm)]
    .map(([, name = '', light, value]): [string, string] => [name, withCommas(light ?? value ?? '')])
    .toReversed(),
);

/** The default board on a light page, for visitors without preferences. */
export function defaultTheme(name: string): string {
  const value = values.get(name);
  if (value === undefined) throw new Error(`no theme has --${name}`);
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  return other === undefined ? value : defaultTheme(other);
}
