import { all } from './generated/all.ts';
import type { Catalogue, Part } from './generated/catalogue.ts';
import { currentLanguage } from './language.ts';

/** A subject's texts; the server has all languages loaded. */
export const textsOf = <S extends keyof Catalogue>(subject: S): Catalogue[S] => all[currentLanguage()][subject];

export async function loadMessages(..._parts: readonly Part[]): Promise<void> {}
