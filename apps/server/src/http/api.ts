import { GameId, type GameLog, type LobbyView, type Me, Refusal } from '@terrace/protocol';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { GameService } from '../game/service.ts';
import type { Lobby } from '../lobby/lobby.ts';
import { admit } from './actor.ts';

/** What pages and programs read. What changes a game goes through a socket, or is a line of text. */
export async function apiPlugin(
  app: FastifyInstance,
  { service, lobby, now }: { service: GameService; lobby: Lobby; now: () => number },
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  /** Who one is. A stranger becomes a guest by asking, as by viewing a page. */
  app.get('/api/me', async (request, reply): Promise<Me> => {
    if (request.actor !== null) {
      const { player, guest, role } = request.actor;
      return { player, guest, role };
    }
    const { player, cookie } = admit(request);
    reply.header('set-cookie', cookie);
    return { player, guest: true, role: null };
  });

  app.get('/api/lobby', async (request): Promise<LobbyView> => lobby.view(request.actor?.player.id));

  app.get<{ Params: { id: string } }>('/api/games/:id', async (request, reply): Promise<GameLog | FastifyReply> => {
    const id = GameId.safeParse(request.params.id);
    const events = id.success ? await service.eventsAfter(id.data, 0) : [];
    if (!id.success || events.length === 0) return refuse(reply, 404, { code: 'no-such-game' });
    return { id: id.data, events: [...events], now: now() };
  });

  app.all('/api/*', async (_request, reply) =>
    reply.code(404).send({ error: 'There is no such address in this API.' }),
  );
}

const refuse = (reply: FastifyReply, status: number, refusal: Refusal): FastifyReply =>
  reply.code(status).send({ refusal: Refusal.parse(refusal) });
