import type { FastifyRequest } from 'fastify';
import { unlessDatabaseFault } from '../game-service/games.ports.ts';
import type { PlayClient } from '../pages/play-client.ts';
import {
  type Authenticate,
  addCookieToRequest,
  credentialsOf,
  type GuestDependencies,
  HOST_PREFIX,
  hasSessionCookie,
  startGuestSession,
} from './actor.ts';

/** Makes a new visitor of a page a guest. @returns the Set-Cookie header, or undefined for a known visitor */
export type StartVisitor = (request: FastifyRequest) => Promise<string | undefined>;

/** A page may wait this long for play to make its visitor a guest. */
const MAX_WAIT_MS = 2_000;

/** On a server that plays games. Without Postgres, a later request of the page makes the guest. */
export const startVisitorHere =
  (authenticate: Authenticate, dependencies: GuestDependencies): StartVisitor =>
  async (request) => {
    const actor = await unlessDatabaseFault(authenticate(credentialsOf(request)));
    if (actor?.ok !== true || actor.value !== null) return undefined;
    const guest = await unlessDatabaseFault(startGuestSession(request, dependencies));
    return guest?.ok === true ? guest.value.cookie : undefined;
  };

/** On a server that only serves pages: a server of play makes the guest. If it cannot, a later request does. */
export const startVisitorAtPlay =
  ({ forPage }: Pick<PlayClient, 'forPage'>): StartVisitor =>
  async (request) => {
    if (hasSessionCookie(request)) return undefined;
    const fetchApi = forPage(request.ip, request.headers);
    const me = await fetchApi('/api/me', {}, AbortSignal.timeout(MAX_WAIT_MS)).catch(() => undefined);
    const [made] = me?.headers.getSetCookie() ?? [];
    if (made === undefined) return undefined;
    return addCookieToRequest(request, request.protocol === 'https' ? `${HOST_PREFIX}${made}; Secure` : made);
  };
