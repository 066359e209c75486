import { AsyncLocalStorage } from 'node:async_hooks';
import { setLanguageSource } from '@terrace/messages';
import { type Language, PREFERENCES_COOKIE, preferencesFromCookie, preferredLanguage } from '@terrace/protocol';
import type { FastifyInstance } from 'fastify';

const languages = new AsyncLocalStorage<Language>();
setLanguageSource(() => languages.getStore() ?? 'en');

/** Runs work whose texts are in a language other than that of a request. */
export const runInLanguage = <T>(language: Language, work: () => Promise<T>): Promise<T> =>
  languages.run(language, work);

/** Replies, and mails that a request causes, use the language of its sender's settings or Accept-Language. */
export async function addLanguages(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', ({ cookies, headers }, _, done) => {
    const stored = cookies[PREFERENCES_COOKIE];
    const chosen = stored === undefined ? null : preferencesFromCookie(stored).language;
    languages.run(preferredLanguage(chosen, headers['accept-language'] ?? null), done);
  });
}
