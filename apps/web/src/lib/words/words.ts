import { en } from './en.ts';
import type { enPages } from './en-pages.ts';
import type { Spoken } from './spoken.ts';

/** All words of a language. One that lacks a word, or has one of another kind, does not compile. */
export type AllWords = Spoken<typeof en & typeof enPages>;

/** The words at hand on every page. Those of some pages are read through their own module in `pages`. */
export type Words = Spoken<typeof en> & Partial<Spoken<typeof enPages>>;

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
