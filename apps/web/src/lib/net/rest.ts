import { error } from '@sveltejs/kit';
import { explain, messages } from '@terrace/messages';
import type { Refusal } from '@terrace/protocol';
import { readRefusal } from './read-refusal.ts';

type Schema<T> = { parse(raw: unknown): T };
type Fetch = typeof globalThis.fetch;

/** Fetches JSON from the REST API. A refusal becomes an error page with its explanation. */
export async function getJson<T>(fetch: Fetch, path: `/api/${string}`, schema: Schema<T>): Promise<T> {
  const response = await fetchOrUndefined(fetch, path);
  if (response === undefined) error(503);
  if (response.ok) return schema.parse(await response.json());
  const refusal = await refusalOf(response);
  if (refusal !== undefined) error(response.status, refusal.code, { why: explain(refusal) });
  error(response.status);
}

export type RequestResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

/** DELETE requests have no body. */
export async function request<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: `/api/${string}`,
  body: object,
  schema: Schema<T>,
): Promise<RequestResult<T>> {
  const response = await fetch(path, {
    method,
    ...(method !== 'DELETE' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (response === undefined) return { ok: false, reason: messages.site.errors.offline };
  if (response.ok) return { ok: true, value: schema.parse(await response.json().catch(() => undefined)) };
  const refusal = await refusalOf(response);
  return { ok: false, reason: refusal === undefined ? messages.site.errors.server : explain(refusal) };
}

/** For a reply without a body. @returns undefined on success, otherwise why the request failed */
export async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  path: `/api/${string}`,
  body: object = {},
): Promise<string | undefined> {
  const result = await request(method, path, body, { parse: () => null });
  return result.ok ? undefined : result.reason;
}

/** For a page that is being closed: the browser sends the request even after that. The answer is ignored. */
export function postBeforeLeaving(path: `/api/${string}`, body: object): void {
  const headers = { 'content-type': 'application/json' };
  fetch(path, { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }).catch(() => undefined);
}

async function refusalOf(response: Response): Promise<Refusal | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null || !('refusal' in body)) return undefined;
  return readRefusal(body.refusal).catch(() => undefined);
}

const OPTIONAL_TIMEOUT_MS = 4000;

/** Like `getJson`, for optional data: undefined when the server is unreachable, slow or answers with an error. */
export async function tryGetJson<T>(fetch: Fetch, path: `/api/${string}`, schema: Schema<T>): Promise<T | undefined> {
  const response = await fetchOrUndefined(fetch, path, AbortSignal.timeout(OPTIONAL_TIMEOUT_MS));
  return response?.ok ? schema.parse(await response.json()) : undefined;
}

/** Turns missing data into the 503 error page, which reports a lost connection. */
export function orThrow503<T>(value: T | undefined): T {
  return value ?? error(503);
}

const fetchOrUndefined = (fetch: Fetch, path: string, signal?: AbortSignal): Promise<Response | undefined> =>
  fetch(path, signal === undefined ? {} : { signal }).catch(() => undefined);
