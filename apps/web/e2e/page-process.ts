import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { GameState } from '@terrace/game';
import type { GameId } from '@terrace/protocol';
import { guestsAt } from '@terrace/testing/client';
import { playWith } from '@terrace/testing/play';
import type { Site } from './site.ts';

/** The process in which the server renders pages. Only Linux lists the children of a process. */
export function pageProcessOf({ pid }: Site): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const isOfPages = (child: string) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('pages.child');
  const found = children.find((child) => child !== '' && isOfPages(child));
  return found === undefined ? undefined : Number(found);
}

export async function openPage(site: Site, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(site.url + path, { headers: { accept: 'text/html', ...headers } });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), html: await answer.text() };
}

/** Between two moves, because one address may send 66 commands a second. */
const PACE_MS = 25;

/** Two players who play one game after another over sockets. A rejected move or a lost connection fails `stop`. */
export async function startGames(url: string) {
  const [south, north] = await guestsAt(url, url);
  const people = [south, north].map((person) => ({
    ...person,
    async command(...given: Parameters<typeof person.command>) {
      await delay(PACE_MS);
      return person.command(...given);
    },
  }));
  const lost: string[] = [];
  for (const { socket } of people) socket.on('disconnect', (reason) => lost.push(reason));
  const ids: GameId[] = [];
  let isStopping = false;

  /** A player who stops has received the other's last move, so none is in flight. */
  const isOver = ({ status }: GameState): boolean => isStopping || status === 'over';

  async function playOn(): Promise<void> {
    while (!isStopping) {
      const id = await south.create({ setup: 'long', time: null }, 'south');
      await north.commandOrThrow(id, { type: 'sit', side: 'north' });
      ids.push(id);
      await Promise.all(people.map((person) => playWith(person, id, isOver)));
      for (const person of people) await person.request('game:unwatch', { gameId: id }); // a connection may watch twenty
    }
  }
  let failure: unknown;
  const playing = playOn().catch((error: unknown) => {
    failure = error;
  });

  return {
    /** Events that the opponent has received, nearly all of them moves. @throws if a move was rejected */
    played(): number {
      if (failure !== undefined) throw failure;
      return ids.reduce((sum, id) => sum + north.eventsOf(id).length, 0);
    },
    async stop(): Promise<void> {
      isStopping = true;
      await playing;
      if (failure !== undefined) throw failure;
      if (lost.length > 0) throw new Error(`a player lost the connection: ${lost.join(', ')}`);
      for (const person of people) person.close();
    },
  };
}
