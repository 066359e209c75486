import { explain, loadRefusals, messages } from '@terrace/messages';
import { Refusal } from '@terrace/protocol';

/** The result of a request: a value, or the sentence that says why not. */
export type RequestResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

type Reader<T> = { parse(raw: unknown): T };

/** Sends a request about the visitor's account. */
export async function request<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: `/api/${string}`,
  body: object,
  answer: Reader<T>,
): Promise<RequestResult<T>> {
  const response = await fetch(path, {
    method,
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (response === undefined) return { ok: false, reason: messages.site.errors.offline };
  const said: unknown = await response.json().catch(() => undefined);
  if (response.ok) return { ok: true, value: answer.parse(said) };
  const refusal =
    typeof said === 'object' && said !== null && 'refusal' in said ? Refusal.safeParse(said.refusal) : undefined;
  if (refusal?.success) await loadRefusals();
  return { ok: false, reason: refusal?.success ? explain(refusal.data) : messages.site.errors.server };
}

/** For replies without a body. */
export const NoContent: Reader<null> = { parse: () => null };

/** Where to go after signing in: a page of ours, whatever the address says. */
export const safeRedirect = (wanted: string | null): string =>
  wanted !== null && /^\/(?![/\\])/.test(wanted) ? wanted : '/';
