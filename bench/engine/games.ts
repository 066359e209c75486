import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Side } from '@terrace/rules';
import type { OpeningKind } from './openings.ts';
import type { Played } from './play.ts';

export interface Fixture extends OpeningKind {
  readonly id: string;
  readonly opening: number;
  readonly players: Readonly<Partial<Record<Side, string>>>;
}

export interface PlayedFixture {
  readonly fixture: Fixture;
  readonly played: Played;
}

interface Options {
  /** A file of played games, one per line, which are not played again. */
  readonly log: string | undefined;
  readonly threads: number;
  readonly isEnough?: (games: readonly PlayedFixture[]) => boolean;
  readonly onGame?: (games: readonly PlayedFixture[]) => void;
}

/** Plays games in worker threads, except those already in the log. Resolves with all of them. */
export async function playFixtures(fixtures: readonly Fixture[], options: Options): Promise<readonly PlayedFixture[]> {
  const { log, threads, isEnough, onGame } = options;
  const known = readLog(log);
  const games = fixtures.flatMap((fixture) => {
    const played = known.get(fixture.id);
    return played ? [{ fixture, played }] : [];
  });
  const waiting = fixtures.filter((fixture) => !known.has(fixture.id)).reverse();
  const workers = Math.min(threads, waiting.length);
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const worker = new Worker(new URL('game-worker.ts', import.meta.url));
      try {
        for (let fixture = waiting.pop(); fixture && !isEnough?.(games); fixture = waiting.pop()) {
          const played = await ask(worker, fixture);
          games.push({ fixture, played });
          if (log) appendFileSync(log, `${JSON.stringify({ id: fixture.id, played })}\n`);
          onGame?.(games);
        }
      } finally {
        await worker.terminate();
      }
    }),
  );
  return games;
}

function ask(worker: Worker, fixture: Fixture): Promise<Played> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (played: Played) => {
      worker.off('error', reject);
      resolve(played);
    });
    worker.postMessage(fixture);
  });
}

function readLog(log: string | undefined): ReadonlyMap<string, Played> {
  if (!log || !existsSync(log)) return new Map();
  const lines = readFileSync(log, 'utf8').split('\n');
  return new Map(
    lines.flatMap((line) => {
      if (!line.endsWith('}')) return [];
      const { id, played }: { id: string; played: Played } = JSON.parse(line);
      return [[id, played] as const];
    }),
  );
}
