import type { Refusal } from '@terrace/protocol';
import { err, type Result } from '@terrace/rules';
import { z } from 'zod';
import type { Actor } from '../accounts/actor.ts';
import { isDatabaseFault, refusalOfFault } from '../game-service/games.ports.ts';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { Authenticate } from '../http/actor.ts';
import type { Contain } from '../runtime/containment.ts';
import type { Handshake } from './handshakes.ts';
import { credentialRoom } from './rooms.ts';
import type { Io, IoSocket } from './server.ts';

const Token = z.string().nullish();

type Dependencies = {
  readonly io: Io;
  readonly handshakeOf: (socket: IoSocket) => Handshake;
  readonly contain: Contain;
  readonly authenticate: Authenticate;
  readonly players: Pick<PlayerStore, 'add'>;
  readonly reportError: (error: unknown) => void;
  readonly onConnection: (socket: IoSocket, actor: Actor | null) => void;
};

/** Invalid tokens, and all clients while Postgres is down, get a `connect_error` with the refusal as its data. */
export function authenticateSockets({ io, handshakeOf, contain, ...dependencies }: Dependencies): void {
  const { authenticate, players, reportError, onConnection } = dependencies;
  const actorOf = async (socket: IoSocket): Promise<Result<Actor | null, Refusal>> => {
    const token = Token.safeParse(socket.handshake.auth.token);
    if (!token.success) return err({ code: 'bad-token' });
    const { cookie, isForeign } = handshakeOf(socket);
    if (isForeign && token.data == null) return err({ code: 'foreign-origin' });
    return authenticate({ cookie, token: token.data ?? undefined });
  };

  async function authenticated(socket: IoSocket): Promise<Error | undefined> {
    try {
      const actor = await actorOf(socket);
      if (!actor.ok) return Object.assign(new Error(actor.error.code), { data: actor.error });
      // Stored so that others can find the player by name. The stored name may differ from the derived guest name.
      socket.data.actor = actor.value && { ...actor.value, player: await players.add(actor.value.player) };
      return undefined;
    } catch (error) {
      const isFault = isDatabaseFault(error);
      if (!isFault) reportError(error);
      const refusal: Refusal = isFault ? refusalOfFault(error) : { code: 'not-saved' };
      return Object.assign(new Error(refusal.code), { data: refusal });
    }
  }

  /** Joins the credential's room before checking it again, so that no revocation since the handshake is missed. */
  async function authenticateAgain(socket: IoSocket, { credential }: Actor): Promise<void> {
    await socket.join(credentialRoom(credential));
    const again = await actorOf(socket).catch(() => undefined);
    if (!again?.ok || again.value?.credential !== credential) socket.disconnect(true);
  }

  io.use((socket, next) =>
    contain(handshakeOf(socket).stream, async () => {
      next(await authenticated(socket));
    }),
  );

  io.on('connection', (socket) =>
    contain(handshakeOf(socket).stream, () => {
      const actor = socket.data.actor ?? null;
      onConnection(socket, actor);
      return actor === null ? undefined : authenticateAgain(socket, actor);
    }),
  );
}
