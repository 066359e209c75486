import { en } from './en.ts';
import type { Spoken } from './spoken.ts';

/** All words of the page. A language that lacks one, or has one of another kind, does not compile. */
export type Words = Spoken<typeof en>;

/**
 * The words of the page's language. Read them inside components and functions, never into a module's constant:
 * the server speaks another language at each request.
 */
export let words: Words = en;

/**
 * Sets the language of everything that is rendered from now on. The root layout calls it first of all, and rendering
 * a page never waits, so no request hears another one's language.
 */
export function speak(language: Words): void {
  words = language;
}
