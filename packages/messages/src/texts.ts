import { all } from './generated/all.ts';
import type { Catalogue, Part } from './generated/catalogue.ts';
import { currentLanguage } from './language.ts';

/** A subject's texts. A server has all languages at hand. */
export const textsOf = <S extends keyof Catalogue>(subject: S): Catalogue[S] => all[currentLanguage()][subject];

/** Makes texts ready to be said; see `texts-in-browser.ts`. */
export async function loadMessages(..._parts: readonly Part[]): Promise<void> {}
