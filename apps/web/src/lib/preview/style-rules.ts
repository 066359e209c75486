/** An element as rules see it. */
export type Styled = {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly classes: ReadonlySet<string>;
};

type Compound = (element: Styled) => boolean;

/** Declarations for the elements a selector matches; the last compound is the element's own, the others are of ancestors. */
type Rule = {
  readonly compounds: readonly Compound[];
  readonly weight: number;
  readonly declarations: readonly (readonly [string, string])[];
};

export type StyleRules = readonly Rule[];

/** The declarations of a rule or of a style attribute. */
export const declarationsOf = (text: string): (readonly [string, string])[] =>
  text.split(';').flatMap((each) => {
    const colon = each.indexOf(':');
    return colon < 0 ? [] : [[each.slice(0, colon).trim(), each.slice(colon + 1).trim()] as const];
  });

/**
 * The rules of a style sheet that a picture can follow: with tags, classes, attributes and ancestors. Those of a state, such
 * as :hover, and within @-rules never hold in a picture and are left out.
 */
export function parseRules(css: string): StyleRules {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@[^{;]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})/g, '');
  return [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', body = '']) =>
    selectors.split(',').flatMap((selector) => {
      const parts = selector
        .replace(/:where\(([^)]*)\)/g, '$1')
        .replaceAll('>', ' ')
        .trim()
        .split(/\s+/);
      const compounds = parts.map(compound);
      const known = compounds.flatMap((each) => each ?? []);
      if (known.length < compounds.length) return [];
      const weight = (selector.match(/[.[:]/g)?.length ?? 0) * 10 + parts.length;
      return [{ compounds: known, weight, declarations: declarationsOf(body) }];
    }),
  );
}

/** A test for one compound selector; undefined for one that no picture fulfils. */
function compound(text: string): Compound | undefined {
  const parts = text.match(/:root|[.]?[\w-]+|\[[^\]]*\]|\*/g);
  if (parts === null || parts.join('') !== text) return undefined;
  const tests = parts.map((part): Compound => {
    if (part === ':root') return ({ attributes }) => attributes.has('data-root');
    if (part === '*') return () => true;
    if (part.startsWith('.')) return ({ classes }) => classes.has(part.slice(1));
    if (!part.startsWith('[')) return ({ tag }) => tag === part;
    const [name = '', value] = part.slice(1, -1).split('=');
    return ({ attributes }) =>
      value === undefined ? attributes.has(name) : attributes.get(name) === value.replace(/^["']|["']$/g, '');
  });
  return (element) => tests.every((test) => test(element));
}

/** What a style sheet says of an element, what weighs most last. `ancestors` from the root inwards. */
export function matching(rules: StyleRules, element: Styled, ancestors: readonly Styled[]) {
  return rules
    .filter(({ compounds }) => matches(compounds, element, ancestors))
    .toSorted((a, b) => a.weight - b.weight)
    .flatMap(({ declarations }) => declarations);
}

function matches(compounds: readonly Compound[], element: Styled, ancestors: readonly Styled[]): boolean {
  if (compounds.at(-1)?.(element) !== true) return false;
  let above = compounds.length - 2;
  for (let n = ancestors.length - 1; n >= 0 && above >= 0; n -= 1) {
    const ancestor = ancestors[n];
    if (ancestor !== undefined && compounds[above]?.(ancestor)) above -= 1;
  }
  return above < 0;
}
