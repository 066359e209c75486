import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { openConnection } from '../../../chaos/connection.ts';
import { type Command, CommandId, GameId } from '../../../packages/protocol/src/index.ts';
import { openVisitor } from './visitors.ts';

const Moves = z.object({ moves: z.array(z.object({ from: z.string(), to: z.string() })) });
const Opened = z.object({ gameId: GameId });

/** How players send their commands: as programs, or as open pages. */
type Through = 'api' | 'socket';

/** Two guests who play one legal move after the other. Commands that fail throw. */
export async function openGame(site: string, through: Through = 'api') {
  const over = new AbortController();
  const visitors = [openVisitor(site), openVisitor(site)] as const;
  const [south] = visitors;
  for (const { ask } of visitors) await okOrThrow(await ask('/api/me'));
  const opened = await south.ask('/api/games', { settings: { setup: 'short', time: null }, side: 'south' });
  const { gameId } = Opened.parse(await (await okOrThrow(opened)).json());
  let moved = 0;
  let lost = 0;
  const sockets = through === 'api' ? [] : visitors.map(connect);
  for (const socket of sockets) while (!socket.isConnected) await delay(20);

  function connect({ cookie }: typeof south, index: number) {
    return openConnection({
      url: site,
      headers: { cookie: cookie() },
      client: index + 1,
      signal: over.signal,
      onConnect: () => undefined,
      onDisconnect: () => {
        if (!over.signal.aborted) lost += 1;
      },
      onBroadcast: () => undefined,
      onMoved: () => {
        moved += 1;
      },
    });
  }

  const path = `/api/games/${gameId}`;
  const idOf = (name: string) => CommandId.parse(`${gameId}-${name}`);
  async function command(player: 0 | 1, name: string, what: Command): Promise<void> {
    const request = { commandId: idOf(name), command: what };
    const socket = sockets[player];
    if (socket === undefined) {
      await okOrThrow(await visitors[player].ask(`${path}/commands`, request));
      return;
    }
    const answer = await socket.request('game:command', { gameId, ...request });
    if (answer === 'lost' || !answer.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  }

  await command(1, 'sit', { type: 'sit', side: 'north' });
  let ply = 0;
  return {
    gameId,
    get ply(): number {
      return ply;
    },
    /** How often a player's socket moved to another server in time, and how often it was closed before. */
    sockets: () => ({ moved, lost }),
    /** @returns false if the game is over */
    async play(): Promise<boolean> {
      const player = ply % 2 === 0 ? 0 : 1;
      const asked = await okOrThrow(await visitors[player].ask(`${path}/moves`));
      const [move] = Moves.parse(await asked.json()).moves;
      if (move === undefined) return false;
      await command(player, `move-${ply + 1}`, { type: 'move', ply: ply + 1, ...move });
      ply += 1;
      return true;
    },
    close(): void {
      over.abort();
      for (const socket of sockets) socket.close();
    },
  };
}

async function okOrThrow(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return response;
}

type Game = Awaited<ReturnType<typeof openGame>>;

type Session = {
  readonly site: string;
  readonly through: Through;
  readonly pauseMs: number;
  readonly until: AbortSignal;
};

/** Plays one game after the other. A move that is refused or lost is a fault, and is tried again under the same id. */
export async function keepPlaying({ site, through, pauseMs, until }: Session) {
  const played: { readonly gameId: string; readonly moves: number }[] = [];
  const faults: string[] = [];
  const sockets = { moved: 0, lost: 0 };
  let game: Game | undefined;
  function end(): void {
    if (game === undefined) return;
    played.push({ gameId: game.gameId, moves: game.ply });
    sockets.moved += game.sockets().moved;
    sockets.lost += game.sockets().lost;
    game.close();
    game = undefined;
  }
  while (!until.aborted) {
    try {
      game ??= await openGame(site, through);
      if (!(await game.play())) end();
    } catch (error) {
      faults.push(String(error));
    }
    await delay(pauseMs);
  }
  end();
  return { played, faults, sockets };
}

/** The number of moves that the database has of a game. */
export async function savedMoves(databaseUrl: string, gameId: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select count(*)::int as moves from game_event where game_id = $1 and event->>'type' = 'moved'`,
    [gameId],
  );
  await client.end();
  return z.tuple([z.object({ moves: z.int() })]).parse(rows)[0].moves;
}
