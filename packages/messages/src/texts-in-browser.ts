import { createFormat, type Format } from './format.ts';
import type { Catalogue, Part } from './generated/catalogue.ts';
import { loaders } from './generated/loaders.ts';
import { currentLanguage } from './language.ts';

/** Promises of requested parts. A page has one language and reloads to change it. */
const asked = new Map<Part, Promise<void>>();
const texts: Partial<Catalogue> = {};
let format: Format | undefined;

/** A subject's texts. @throws if its part is not loaded */
export function textsOf<S extends keyof Catalogue>(subject: S): Catalogue[S] {
  const found: Catalogue[S] | undefined = texts[subject];
  if (found === undefined) throw new Error(`the texts of ${subject} are not loaded`);
  return found;
}

/** Loads parts in the page's language, each once; a failed part is retried on the next call. */
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
