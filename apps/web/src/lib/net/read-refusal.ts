import { loadRefusals } from '@terrace/messages';
import type { Refusal } from '@terrace/protocol';

/**
 * Reads a refusal of the server. Its schema is loaded with the first one, as are the texts that `explain` may need.
 * @returns undefined for a refusal that this version does not know
 */
export async function readRefusal(raw: unknown): Promise<Refusal | undefined> {
  const [schema] = await Promise.all([import('./refusal-schema.ts'), loadRefusals()]);
  return schema.Refusal.safeParse(raw).data;
}
