import type { Actor } from '../accounts/actor.ts';
import { DatabaseBusy, isDatabaseFault, type PlayerStore } from '../game/store.ts';
import type { Authenticate } from '../http/actor.ts';
import type { Handshake } from './handshakes.ts';
import { credentialRoom } from './rooms.ts';
import type { Io } from './server.ts';

type ServerSocket = Parameters<Parameters<Io['on']>[1]>[0];

type Services = {
  readonly io: Io;
  readonly handshakeOf: (socket: ServerSocket) => Handshake;
  readonly authenticate: Authenticate;
  readonly players: Pick<PlayerStore, 'add'>;
  readonly report: (error: unknown) => void;
  readonly onConnection: (socket: ServerSocket, actor: Actor | null) => void;
};

/**
 * Authenticates every connection before it opens, by the cookies of its handshake or by `auth.token`. An invalid token is
 * refused with a `connect_error` that has the refusal as its data, and so is everybody while Postgres cannot be reached.
 */
export function authenticateSockets({ io, handshakeOf, authenticate, players, report, onConnection }: Services): void {
  const actorOf = (socket: ServerSocket) => {
    const { token } = socket.handshake.auth;
    return authenticate({ cookie: handshakeOf(socket).cookie, token: typeof token === 'string' ? token : undefined });
  };

  io.use((socket, next) => {
    actorOf(socket)
      .then(async (actor) => {
        if (!actor.ok) return next(Object.assign(new Error(actor.error.code), { data: actor.error }));
        // Stored, so that others can find them by name; which may be another one than was derived for a guest.
        socket.data.actor = actor.value && { ...actor.value, player: await players.add(actor.value.player) };
        return next();
      })
      .catch((error: unknown) => {
        if (!isDatabaseFault(error)) report(error);
        const refusal =
          error instanceof DatabaseBusy ? { code: 'busy', retryMs: error.retryMs } : { code: 'not-saved' };
        next(Object.assign(new Error(refusal.code), { data: refusal }));
      });
  });

  io.on('connection', (socket) => {
    const actor = socket.data.actor ?? null;
    onConnection(socket, actor);
    if (actor === null) return;
    // The credential may have been revoked since the handshake: join its room, so that a later revocation is seen, and check again.
    Promise.resolve(socket.join(credentialRoom(actor.credential)))
      .then(() => actorOf(socket))
      .then((again) => {
        if (!again.ok || again.value?.credential !== actor.credential) socket.disconnect(true);
      })
      .catch(() => socket.disconnect(true));
  });
}
