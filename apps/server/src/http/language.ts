import { AsyncLocalStorage } from 'node:async_hooks';
import { setLanguageSource } from '@terrace/messages';
import { type Language, PREFERENCES_COOKIE, preferencesFromCookie, preferredLanguage } from '@terrace/protocol';
import type { FastifyInstance } from 'fastify';

const languages = new AsyncLocalStorage<Language>();
setLanguageSource(() => languages.getStore() ?? 'en');

/**
 * Answers every request, and writes every mail that follows from one, in the language its sender has chosen in the
 * settings, else in one of its Accept-Language. What follows from no request is in English.
 */
export async function addLanguages(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', ({ cookies, headers }, _, done) => {
    const kept = cookies[PREFERENCES_COOKIE];
    const chosen = kept === undefined ? null : preferencesFromCookie(kept).language;
    languages.run(preferredLanguage(chosen, headers['accept-language'] ?? null), done);
  });
}
