import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

export type PageHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;

const Build = z.object({ handler: z.custom<PageHandler>((handler) => typeof handler === 'function') });

/** The texts of a build: those of each language, or the longest of all languages. */
export type Texts = 'languages' | 'longest';
const FOLDERS: Readonly<Record<Texts, string>> = { languages: 'build', longest: 'build-longest' };

/** The handler of the built pages, which the production server also uses. */
export async function readPages(texts: Texts): Promise<PageHandler> {
  process.env.PROTOCOL_HEADER ??= 'x-forwarded-proto'; // the handler reads this while it is imported
  const file = new URL(`../../${FOLDERS[texts]}/handler.js`, import.meta.url);
  return Build.parse({ ...(await import(file.href)) }).handler;
}
