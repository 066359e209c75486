import { emit, type Texts } from './emit.ts';
import { languageOf } from './message.ts';

/** A language's texts by subject. */
export type Catalogue = Readonly<Record<string, Texts>>;
export type Module = { readonly file: string; readonly text: string };

/**
 * Subjects that only some pages show. Each is a module of its own in English, so that no other page carries it; the
 * subjects of any other language are one file, which only its readers load.
 */
const OF_SOME_PAGES = [
  'about',
  'account',
  'analysis',
  'api',
  'editor',
  'first',
  'invite',
  'learn',
  'local',
  'people',
  'privacy',
  'review',
  'rulebook',
];
/** Subjects that only the server says. No page carries them. */
const OF_THE_SERVER = ['commands', 'mail'];
/** The language that comes with every page, and that the others are compared with. */
const FIRST = 'en';

/** The modules of all catalogues, by language. A catalogue that lacks a text, or has one of another kind, throws. */
export function modulesOf(catalogues: Readonly<Record<string, Catalogue>>): readonly Module[] {
  const tags = Object.keys(catalogues);
  const first = catalogues[FIRST];
  if (first === undefined) throw new Error(`there is no catalogue ${FIRST}.json`);
  const others = tags.filter((tag) => tag !== FIRST);
  const all = Object.entries(catalogues).map(([tag, texts]) => ({ tag, texts, language: languageOf(tag) }));
  const subjects = Object.keys(first);
  for (const { tag, texts } of all) sameNames(first, texts, tag, '');
  const ofPages = OF_SOME_PAGES.filter((name) => subjects.includes(name));
  const ofServer = OF_THE_SERVER.filter((name) => subjects.includes(name));
  const common = subjects.filter((name) => !OF_SOME_PAGES.includes(name) && !OF_THE_SERVER.includes(name));

  const subject = (tag: string, name: string): string => {
    const one = all.find((each) => each.tag === tag);
    if (one === undefined) throw new Error(`there is no catalogue ${tag}.json`);
    const translations = all.map(({ texts, language }) => ({ texts: texts[name] ?? '', language }));
    return emit({ own: one.texts[name] ?? '', all: translations }, one.language, name);
  };
  const constants = (tag: string, names: readonly string[]) =>
    names.map((name) => `export const ${name} = ${subject(tag, name)};\n`).join('');
  const fields = (tag: string, names: readonly string[]) =>
    names.map((name) => `  ${name}: ${subject(tag, name)},\n`).join('');

  return [
    ...tags.map((tag) => ({
      file: `format-${tag}.ts`,
      text: formatModule(tag, subject(tag, 'side'), subject(tag, 'owned')),
    })),
    { file: 'common.ts', text: `${head(FIRST, '')}export const common = {\n${fields(FIRST, common)}};\n` },
    ...ofPages.map((name) => ({
      file: `${name}.ts`,
      text: `${head(FIRST, '')}${constants(FIRST, [name])}`,
    })),
    ...others.map((tag) => ({
      file: `${tag}.ts`,
      text: `${head(tag, "import type { Catalogue } from './catalogue.ts';\n")}export const texts: Catalogue = {\n${fields(tag, [...common, ...ofPages])}};\n`,
    })),
    ...ofServer.flatMap((name) =>
      tags.map((tag) => ({ file: `${name}-${tag}.ts`, text: `${head(tag, '')}${constants(tag, [name])}` })),
    ),
    { file: 'catalogue.ts', text: catalogueModule(ofPages, others) },
    { file: 'messages.ts', text: messagesModule(common) },
    ...ofPages.map((name) => ({ file: `pages/${name}.ts`, text: pageModule(name) })),
    ...ofServer.map((name) => ({ file: `pages/${name}.ts`, text: serverModule(name, tags) })),
  ];
}

const head = (tag: string, imports: string) =>
  `import type { Piece, Side } from '@terrace/rules';\nimport { f } from './format-${tag}.ts';\n${imports}`;

const formatModule = (tag: string, side: string, owned: string) =>
  `import { createFormat } from '../format.ts';\nexport const f = createFormat('${tag}', { side: ${side}, owned: ${owned} });\n`;

const catalogueModule = (
  ofPages: readonly string[],
  others: readonly string[],
) => `${ofPages.map((name) => `import type { ${name} } from './${name}.ts';\n`).join('')}import type { common } from './common.ts';
export type Common = typeof common;
export type Catalogue = Common & { ${ofPages.map((name) => `${name}: typeof ${name}`).join('; ')} };
/** The languages that are fetched when they are needed. */
export const others = { ${others.map((tag) => `${tag}: async (): Promise<Catalogue> => (await import('./${tag}.ts')).texts`).join(', ')} };
`;

const messagesModule = (common: readonly string[]) => `import { loaded } from '../current.ts';
import type { Common } from './catalogue.ts';
import { common } from './common.ts';
/** The texts that any page may show, in the language of whoever reads them. */
export const messages: Common = {
${common.map((name) => `  get ${name}() { return (loaded() ?? common).${name}; },\n`).join('')}};
`;

const pageModule = (name: string) => `import { loaded } from '../../current.ts';
import { ${name} } from '../${name}.ts';
export const ${name}Messages = (): typeof ${name} => loaded()?.${name} ?? ${name};
`;

const serverModule = (name: string, tags: readonly string[]) => `import { currentLanguage } from '../../current.ts';
${tags.map((tag) => `import { ${name} as ${tag} } from '../${name}-${tag}.ts';\n`).join('')}const all: Record<string, typeof ${FIRST}> = { ${tags.join(', ')} };
export const ${name}Messages = (): typeof ${FIRST} => all[currentLanguage()] ?? ${FIRST};
`;

/** Both have the same names, in lists as in what is nested: a text left over says nothing to anybody. */
function sameNames(first: Texts, other: Texts, tag: string, path: string): void {
  if (typeof first !== 'object' || typeof other !== 'object') {
    if (typeof first !== typeof other) throw new Error(`${tag}${path} is of another kind than in ${FIRST}`);
    return;
  }
  const [names, theirs] = [Object.entries(first), new Map<string, Texts>(Object.entries(other))];
  for (const [name, texts] of names) {
    const translated = theirs.get(name);
    if (translated === undefined) throw new Error(`${tag}${path}.${name} is missing`);
    sameNames(texts, translated, tag, `${path}.${name}`);
    theirs.delete(name);
  }
  for (const name of theirs.keys()) throw new Error(`${tag}${path}.${name} is not in ${FIRST}`);
}
