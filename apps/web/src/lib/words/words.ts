import { en } from './en.ts';

/** The words of the page's language. Another language is another object of this shape. */
export type Words = typeof en;

export const words: Words = en;
