import type { HandleClientError } from '@sveltejs/kit/hooks';
import { messages, setLanguageSource } from '@terrace/messages';
import { LANGUAGES, type Language, preferredLanguage } from '@terrace/protocol';
import type { ErrorSource } from '#lib/errors/error-reporter.ts';
import { reportError } from '#lib/errors/report-error.ts';
import { handleMissingScript, isHydrated, isMissingScript } from '#lib/net/missing-scripts.ts';
import { preferencesFromHeader } from '#lib/preferences/cookie.ts';
import { toaster } from '#lib/ui/toaster.svelte.ts';

/** The language that the server rendered. Changing it reloads the page. */
const language = languageOfPage();
setLanguageSource(() => language);

function languageOfPage(): Language {
  const { lang, dataset } = document.documentElement;
  const rendered = dataset.forAll === undefined ? LANGUAGES.find((each) => each === lang) : undefined;
  return rendered ?? preferredLanguage(preferencesFromHeader(document.cookie).language, navigator.languages.join(','));
}

/** Handles errors during rendering. The error page or the failed part shows the reference. */
export const handleError: HandleClientError = async ({ kind, error, event }) => {
  if (kind !== 'unknown') return undefined;
  if (isMissingScript(error)) return handleMissingScript(event.url);
  // biome-ignore lint/suspicious/noConsole: developer tools show nothing otherwise
  console.error(error);
  const reference = reportError(error, 'page');
  return reference === undefined ? undefined : { reference };
};

/** Reports an error that no component can show, such as one of an event handler. */
function reportAndShow(error: unknown, source: ErrorSource): void {
  if (isMissingScript(error)) {
    if (isHydrated()) toaster.show(messages.site.missingPart.sentence);
    return;
  }
  const reference = reportError(error, source);
  if (reference !== undefined) toaster.show(messages.site.errors.unexpected({ reference }));
}
addEventListener('error', ({ error }: ErrorEvent) => reportAndShow(error, 'event'));
addEventListener('unhandledrejection', ({ reason }) => reportAndShow(reason, 'promise'));
