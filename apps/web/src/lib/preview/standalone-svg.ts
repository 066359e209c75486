import { DRAWING_PROPERTIES } from '#lib/board/drawing-properties.ts';
import { declarationsOf, matching, type Styled, type StyleRules } from './style-rules.ts';
import { plainColour, plainValue } from './style-values.ts';

const PROPERTIES: ReadonlySet<string> = new Set(DRAWING_PROPERTIES);
/** What is round a drawing on a page has rules of its own, but no place in a picture. */
const BOX = 'div';

const COLOURS = new Set(['fill', 'stroke', 'stop-color']);

/** What rules say of elements that stand alike, whose number the components bound. */
const known = new WeakMap<StyleRules, Map<string, readonly (readonly [string, string])[]>>();

type Scope = Styled & {
  readonly path: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly scheme: 'light' | 'dark';
};

/**
 * A drawing, as the server renders a component, as an SVG that needs no style sheet: every element says itself what the rules
 * say of it, in words that readers of SVG know. The outermost element counts as the page's root.
 */
export function standaloneSvg(markup: string, rules: StyleRules): string {
  const open: Scope[] = [];
  return markup
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(\/?)([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>/g, (_, closing, tag, text, closed) => {
      if (closing !== '') {
        open.pop();
        return tag === BOX ? '' : `</${tag}>`;
      }
      const { scope, written } = element(tag, attributesOf(text), open, rules);
      if (closed === '') open.push(scope);
      return tag === BOX ? '' : `<${tag}${written}${closed}>`;
    });
}

const attributesOf = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value]));

function element(tag: string, attributes: Map<string, string>, open: readonly Scope[], rules: StyleRules) {
  const parent = open.at(-1);
  const own: Styled = {
    tag,
    attributes: parent === undefined ? new Map([...attributes, ['data-root', '']]) : attributes,
    classes: new Set(attributes.get('class')?.split(/\s+/)),
  };
  const named = [...own.attributes].filter(([name]) => name === 'class' || name.startsWith('data-'));
  const path = `${parent?.path ?? ''}>${tag} ${named.map((each) => each.join('=')).join(' ')}`;
  const kept = known.get(rules) ?? new Map<string, readonly (readonly [string, string])[]>();
  known.set(rules, kept);
  const declared = kept.get(path) ?? matching(rules, own, open);
  kept.set(path, declared);
  const said = new Map([...declared, ...declarationsOf(attributes.get('style') ?? '')]);
  const variables = new Map(parent?.variables);
  for (const [name, value] of said) if (name.startsWith('--')) variables.set(name, value);
  const inherited = parent?.scheme ?? 'light';
  const scheme = plainValue(said.get('color-scheme') ?? inherited, variables, inherited) === 'dark' ? 'dark' : 'light';

  const plain = (name: string, value: string): string => {
    const text = value.includes('(') ? plainValue(value, variables, scheme) : value;
    return COLOURS.has(name) ? plainColour(text) : text;
  };
  const style = [...said]
    .filter(([name]) => PROPERTIES.has(name))
    .map(([name, value]) => `${name}:${plain(name, value)}`);
  const written = [...attributes]
    .filter(([name]) => !['class', 'style', 'role'].includes(name) && !/^(?:aria|data)-/.test(name))
    .map(([name, value]) => ` ${name}="${plain(name, value)}"`);
  if (style.length > 0) written.push(` style="${style.join(';')}"`);
  return { scope: { ...own, path, variables, scheme } satisfies Scope, written: written.join('') };
}
