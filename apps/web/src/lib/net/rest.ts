import { error } from '@sveltejs/kit';
import { explain, loadRefusals, messages } from '@terrace/messages';
import { Refusal } from '@terrace/protocol';

type Schema<T> = { parse(raw: unknown): T };
type Fetch = typeof globalThis.fetch;

/** Reads one of the server's REST answers; a refusal becomes the error page, which says it in words. */
export async function getJson<T>(fetch: Fetch, path: `/api/${string}`, schema: Schema<T>): Promise<T> {
  const response = await fetchOrUndefined(fetch, path);
  if (response === undefined) error(503);
  if (response.ok) return schema.parse(await response.json());
  const refusal = await refusalOf(response);
  if (refusal !== undefined) error(response.status, refusal.code, { why: explain(refusal) });
  error(response.status);
}

/** The result of a request: a value, or the sentence that says why not. */
export type RequestResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

/** Asks the server to do something. The body is sent with POST only. */
export async function request<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: `/api/${string}`,
  body: object,
  schema: Schema<T>,
): Promise<RequestResult<T>> {
  const response = await fetch(path, {
    method,
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (response === undefined) return { ok: false, reason: messages.site.errors.offline };
  if (response.ok) return { ok: true, value: schema.parse(await response.json().catch(() => undefined)) };
  const refusal = await refusalOf(response);
  return { ok: false, reason: refusal === undefined ? messages.site.errors.server : explain(refusal) };
}

/** The same for a reply without a body. @returns undefined when it is done, else the sentence that says why not */
export async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  path: `/api/${string}`,
  body: object = {},
): Promise<string | undefined> {
  const result = await request(method, path, body, { parse: () => null });
  return result.ok ? undefined : result.reason;
}

/** What the server said no with, once the page can say it in words. */
async function refusalOf(response: Response): Promise<Refusal | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  const refusal =
    typeof body === 'object' && body !== null && 'refusal' in body ? Refusal.safeParse(body.refusal) : undefined;
  if (refusal?.success !== true) return undefined;
  await loadRefusals();
  return refusal.data;
}

/** How long a page that can do without an answer waits for it. */
const PATIENCE_MS = 4000;

/** The same for what a page can do without: undefined while the server is out of reach, or in no state to answer. */
export async function tryGetJson<T>(fetch: Fetch, path: `/api/${string}`, schema: Schema<T>): Promise<T | undefined> {
  const response = await fetchOrUndefined(fetch, path, AbortSignal.timeout(PATIENCE_MS));
  return response?.ok ? schema.parse(await response.json()) : undefined;
}

/** What a page cannot do without after all: undefined becomes the error page that says there is no connection. */
export function orThrow503<T>(there: T | undefined): T {
  return there ?? error(503);
}

/** The answer to a request, whatever it is; undefined when none came: no network, no server, or no answer in time. */
const fetchOrUndefined = (fetch: Fetch, path: string, signal?: AbortSignal): Promise<Response | undefined> =>
  fetch(path, signal === undefined ? {} : { signal }).catch(() => undefined);
