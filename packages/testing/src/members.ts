import { Me, type Player } from '@terrace/protocol';
import { ownAddress } from './address.ts';
import { becomeGuest, connect } from './client.ts';

export const PASSWORD = 'a long enough password';

/** A reply, with its body parsed if it is JSON. */
export type HttpReply = {
  readonly status: number;
  readonly body: unknown;
  readonly cookies: readonly string[];
  readonly headers: Headers;
};

export async function request(
  url: string,
  path: string,
  {
    body,
    cookie,
    method = body === undefined ? 'GET' : 'POST',
    headers = {},
  }: {
    body?: unknown;
    cookie?: string;
    method?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<HttpReply> {
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : text,
    cookies: response.headers.getSetCookie(),
    headers: response.headers,
  };
}

/** The Cookie header of a browser that received these Set-Cookie headers. */
export const cookieOf = (cookies: readonly string[]): string =>
  cookies
    .filter((each) => !/max-age=0/i.test(each))
    .map((each) => each.split(';')[0])
    .join('; ');

let names = 0;
/** A name that is unique within this process. */
export function newName(): string {
  names += 1;
  return `Player-${names}x`;
}

/** Uses a unique address, because accounts per address and hour are limited. @returns the account's cookie */
export async function signUp(url: string, name: string, cookie?: string): Promise<string> {
  const reply = await request(url, '/api/account/sign-up', {
    body: { name, password: PASSWORD },
    headers: ownAddress(),
    ...(cookie && { cookie }),
  });
  if (reply.status !== 200) throw new Error(`${name} could not sign up: ${JSON.stringify(reply.body)}`);
  return cookieOf(reply.cookies);
}

/** A member without a connection. `guest` is the cookie of the guest to convert. */
export async function becomeMember(
  url: string,
  name = newName(),
  guest?: string,
): Promise<{ cookie: string; player: Player }> {
  const cookie = await signUp(url, name, guest ?? (await becomeGuest(url)).cookie);
  const { player } = Me.parse((await request(url, '/api/me', { cookie })).body);
  return { cookie, player };
}

export async function memberAt(url: string, name = newName()) {
  const member = await becomeMember(url, name);
  return { ...(await connect(url, member.cookie)), ...member };
}
