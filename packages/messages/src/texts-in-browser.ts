import { createFormat, type Format } from './format.ts';
import type { Catalogue, Part } from './generated/catalogue.ts';
import { loaders } from './generated/loaders.ts';
import { currentLanguage } from './language.ts';

/** The parts that were asked for, and what has come of them. A page speaks one language; another one loads it again. */
const asked = new Map<Part, Promise<void>>();
const texts: Partial<Catalogue> = {};
let format: Format | undefined;

/** A subject's texts; throws for one whose part was not loaded. */
export function textsOf<S extends keyof Catalogue>(subject: S): Catalogue[S] {
  const found: Catalogue[S] | undefined = texts[subject];
  if (found === undefined) throw new Error(`the texts of ${subject} are not loaded`);
  return found;
}

/** Fetches parts of the page's language, each once. One that did not come is fetched again when it is next asked for. */
export async function loadMessages(...parts: readonly Part[]): Promise<void> {
  await Promise.all(
    parts.map((part) => {
      const coming = asked.get(part) ?? load(part);
      asked.set(part, coming);
      coming.catch(() => asked.delete(part));
      return coming;
    }),
  );
}

async function load(part: Part): Promise<void> {
  const language = currentLanguage();
  const create = await loaders[language][part]();
  format ??= createFormat(language, () => ({ side: textsOf('side'), owned: textsOf('owned') }));
  Object.assign(texts, create(format));
}
