import { error } from '@sveltejs/kit';
import { explain, Refusal } from '@terrace/protocol';
import { words } from '#lib/words/words.ts';

type Reader<T> = { parse(raw: unknown): T };
type Fetch = typeof globalThis.fetch;

/** Reads one of the server's REST answers; a refusal becomes the error page with the refusal's sentence. */
export async function read<T>(fetch: Fetch, path: `/api/${string}`, schema: Reader<T>): Promise<T> {
  const response = await fetch(path);
  if (response.ok) return schema.parse(await response.json());
  const body: unknown = await response.json().catch(() => undefined);
  const refusal =
    typeof body === 'object' && body !== null && 'refusal' in body ? Refusal.safeParse(body.refusal) : undefined;
  error(response.status, refusal?.success ? explain(refusal.data) : words.errors.server);
}
