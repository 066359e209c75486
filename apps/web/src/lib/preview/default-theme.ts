import themes from '#lib/board/themes.css?raw';
import tokens from '#lib/ui/tokens.css?raw';

/** The painter supports only the comma syntax for alpha. */
const withCommas = (color: string) => color.replace(/^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/, 'rgba($1, $2, $3, $4)');

/** Uses the light-page color of each pair, and the first of several values, which is the default board's. */
const values = new Map(
  [...`${tokens}${themes}`.matchAll(/^ +--([\w-]+): (?:light-dark\((#\w+),.*\)|(.*));$/gm)]
    .map(([, name = '', light, value]): [string, string] => [name, withCommas(light ?? value ?? '')])
    .toReversed(),
);

export function defaultTheme(name: string): string {
  const value = values.get(name);
  if (value === undefined) throw new Error(`no theme has --${name}`);
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  return other === undefined ? value : defaultTheme(other);
}
