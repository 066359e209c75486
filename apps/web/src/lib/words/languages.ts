import type { Language } from '@terrace/protocol';
import { en } from './en.ts';
import type { Words } from './words.ts';

/** Fetches a language's words. English is always at hand; every other language is a file of its own. */
export async function wordsOf(language: Language): Promise<Words> {
  switch (language) {
    case 'en':
      return en;
    case 'de':
      return (await import('./de.ts')).de;
  }
}

/** Every language says its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };
