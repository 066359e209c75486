import type { Actor } from '../accounts/actor.ts';
import { DatabaseUnavailable, type PlayerStore } from '../game/store.ts';
import type { Authenticate } from '../http/actor.ts';
import { credentialRoom, type Io } from './broadcast.ts';

type Connected = Parameters<Parameters<Io['on']>[1]>[0];

/**
 * Learns who a connection is before it is one: by the cookies of its handshake, or by `auth.token`. A token that is none
 * is told so (`connect_error`, with the refusal as its data), and so is everybody while nobody can be looked up.
 */
export function authenticateSockets(
  io: Io,
  ask: Authenticate,
  remember: PlayerStore['add'],
  report: (fault: unknown) => void,
  serve: (socket: Connected, actor: Actor | null) => void,
) {
  const asks = ({ handshake: { headers, auth } }: Connected) =>
    ask({ cookie: headers.cookie, token: typeof auth.token === 'string' ? auth.token : undefined });

  io.use((socket, next) => {
    asks(socket)
      .then(async (asked) => {
        if (!asked.ok) return next(Object.assign(new Error(asked.error.code), { data: asked.error }));
        if (asked.value !== null) await remember(asked.value.player); // others may name them from their first word on
        socket.data.actor = asked.value;
        return next();
      })
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable)) report(error);
        next(Object.assign(new Error('not-saved'), { data: { code: 'not-saved' } }));
      });
  });

  io.on('connection', (socket) => {
    const actor = socket.data.actor ?? null;
    serve(socket, actor);
    if (actor === null) return;
    // What proves it may have ended between the question and here: join first, then ask once more.
    Promise.resolve(socket.join(credentialRoom(actor.credential)))
      .then(() => asks(socket))
      .then((again) => {
        if (!again.ok || again.value?.credential !== actor.credential) socket.disconnect(true);
      })
      .catch(() => socket.disconnect(true));
  });
}
