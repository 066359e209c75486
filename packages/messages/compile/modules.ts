import { emit, type Texts } from './emit.ts';
import { languageOf } from './message.ts';

export type Catalogue = Readonly<Record<string, Texts>>;
export type Module = { readonly file: string; readonly text: string };

/** Subjects that a browser loads together, named after the first one or the pages that use them. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  site: [
    ...[
      'common',
      'site',
      'card',
      'side',
      'owned',
      'seatCount',
      'setup',
      'house',
      'time',
      'computer',
      'board',
      'illegal',
    ],
    ...['settings', 'footer', 'offline'],
  ],
  tables: ['lobby', 'pairing', 'invitations', 'live', 'online', 'first', 'invite'],
  game: [
    ...['board3d', 'chat', 'command', 'game', 'notNow', 'markers', 'play', 'ending'],
    ...['replay', 'share', 'spoken', 'tools', 'typed'],
  ],
  refusals: ['refusals', 'noStart', 'ownTable'],
};
/** Subjects that only the server uses. */
const OF_THE_SERVER = ['commands', 'mail', 'preview'];
/** The reference language for the others. */
const FIRST = 'en';

/** The modules of all catalogues, by language. @throws if a catalogue lacks a text or has one of another kind */
export function modulesOf(catalogues: Readonly<Record<string, Catalogue>>): readonly Module[] {
  const tags = Object.keys(catalogues);
  const first = catalogues[FIRST];
  if (first === undefined) throw new Error(`there is no catalogue ${FIRST}.json`);
  const all = Object.entries(catalogues).map(([tag, texts]) => ({ tag, texts, language: languageOf(tag) }));
  const subjects = Object.keys(first).filter((name) => !OF_THE_SERVER.includes(name));
  for (const { tag, texts } of all) sameNames(first, texts, tag, '');
  const ofServer = OF_THE_SERVER.filter((name) => Object.hasOwn(first, name));
  const parts = partsOf(subjects);

  const subject = (tag: string, name: string): string => {
    const one = all.find((each) => each.tag === tag);
    if (one === undefined) throw new Error(`there is no catalogue ${tag}.json`);
    const translations = all.map(({ texts, language }) => ({ texts: texts[name] ?? '', language }));
    return emit({ own: one.texts[name] ?? '', all: translations }, one.language, name);
  };
  const fields = (tag: string, names: readonly string[]) =>
    names.map((name) => `  ${name}: ${subject(tag, name)},\n`).join('');

  return [
    ...tags.map((tag) => ({ file: `format-${tag}.ts`, text: formatModule(tag) })),
    ...[...parts].flatMap(([part, names]) =>
      tags.map((tag) => ({ file: `${part}-${tag}.ts`, text: partModule(part, tag, fields(tag, names)) })),
    ),
    ...ofServer.flatMap((name) =>
      tags.map((tag) => ({
        file: `${name}-${tag}.ts`,
        text: `${TYPES}import { f } from './format-${tag}.ts';\nexport const ${name} = ${subject(tag, name)};\n`,
      })),
    ),
    { file: 'catalogue.ts', text: catalogueModule([...parts.keys()]) },
    { file: 'all.ts', text: allModule([...parts.keys()], tags) },
    { file: 'loaders.ts', text: loadersModule([...parts.keys()], tags) },
    { file: 'messages.ts', text: messagesModule(subjects) },
    ...subjects.map((name) => ({ file: `subjects/${name}.ts`, text: subjectModule(name) })),
    ...ofServer.map((name) => ({ file: `subjects/${name}.ts`, text: serverModule(name, tags) })),
  ];
}

/** Subjects by part; a subject outside `PARTS` is a part of its own. */
function partsOf(subjects: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const partOf = new Map(Object.entries(PARTS).flatMap(([part, names]) => names.map((name) => [name, part] as const)));
  return Map.groupBy(subjects, (name) => partOf.get(name) ?? name);
}

const TYPES = "import type { Piece, Side } from '@terrace/rules';\n";
const lines = (names: readonly string[], line: (name: string) => string) =>
  names.map((name) => `${line(name)}\n`).join('');

const formatModule = (tag: string) => `import { createFormat } from '../format.ts';
import { texts } from './site-${tag}.ts';
export const f = createFormat('${tag}', () => site);
const site = texts(f);
`;

const partModule = (part: string, tag: string, fields: string) =>
  tag === FIRST
    ? `${TYPES}import type { Format } from '../format.ts';\nexport const texts = (f: Format) => ({\n${fields}});\n`
    : `${TYPES}import type { texts as first } from './${part}-${FIRST}.ts';\nexport const texts: typeof first = (f) => ({\n${fields}});\n`;

const catalogueModule = (
  parts: readonly string[],
) => `${lines(parts, (part) => `import type { texts as ${part} } from './${part}-${FIRST}.ts';`)}export type Parts = { ${parts.map((part) => `${part}: ReturnType<typeof ${part}>`).join('; ')} };
export type Part = keyof Parts;
export type Catalogue = ${parts.map((part) => `Parts['${part}']`).join(' & ')};
`;

const allModule = (
  parts: readonly string[],
  tags: readonly string[],
) => `import type { Catalogue } from './catalogue.ts';
${lines(tags, (tag) => `import { f as ${tag} } from './format-${tag}.ts';`)}${tags.map((tag) => lines(parts, (part) => `import { texts as ${part}_${tag} } from './${part}-${tag}.ts';`)).join('')}/** All texts in all languages. */
export const all: Record<${union(tags)}, Catalogue> = { ${tags.map((tag) => `${tag}: { ${parts.map((part) => `...${part}_${tag}(${tag})`).join(', ')} }`).join(', ')} };
`;

const loadersModule = (
  parts: readonly string[],
  tags: readonly string[],
) => `import type { Format } from '../format.ts';
import type { Parts } from './catalogue.ts';
type Loaders = { readonly [P in keyof Parts]: () => Promise<(f: Format) => Parts[P]> };
/** Imports a part in a language. */
export const loaders: Record<${union(tags)}, Loaders> = { ${tags.map((tag) => `${tag}: { ${parts.map((part) => `${part}: async () => (await import('./${part}-${tag}.ts')).texts`).join(', ')} }`).join(', ')} };
`;

const union = (tags: readonly string[]) => tags.map((tag) => `'${tag}'`).join(' | ');

const messagesModule = (subjects: readonly string[]) => `import { textsOf } from '#texts';
import type { Catalogue } from './catalogue.ts';
/** The texts in the current language. */
export const messages: Catalogue = {
${lines(subjects, (name) => `  get ${name}() { return textsOf('${name}'); },`)}};
`;

const subjectModule = (name: string) => `import { textsOf } from '#texts';
export const ${name}Messages = () => textsOf('${name}');
`;

const serverModule = (name: string, tags: readonly string[]) => `import { currentLanguage } from '../../language.ts';
${lines(tags, (tag) => `import { ${name} as ${tag} } from '../${name}-${tag}.ts';`)}const all: Record<string, typeof ${FIRST}> = { ${tags.join(', ')} };
export const ${name}Messages = (): typeof ${FIRST} => all[currentLanguage()] ?? ${FIRST};
`;

/** Both must have the same names, also in lists and nested objects. */
function sameNames(first: Texts, other: Texts, tag: string, path: string): void {
  if (typeof first !== 'object' || typeof other !== 'object') {
    if (typeof first !== typeof other) throw new Error(`${tag}${path} has another type than in ${FIRST}`);
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
