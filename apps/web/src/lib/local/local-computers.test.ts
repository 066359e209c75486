import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createEngine } from '@terrace/engine';
import { DEFAULT_SETTINGS, type Settings } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { LocalComputers, type LocalComputersOptions } from './local-computers.ts';
import { LocalGame } from './local-game.svelte.ts';
import { type LocalPlayer, startTable } from './local-table.ts';

const NOON = 1_700_000_000_000;
const core = createRequire(import.meta.url).resolve('@terrace/engine/core.wasm');
const engine = createEngine(await WebAssembly.compile(await readFile(core)));

function engineOf(thought: number[]): LocalComputersOptions['engine'] {
  return {
    choose: async (game, strength, { seed, timeMs }) => {
      thought.push(timeMs);
      return engine.choose(game, strength, { seed });
    },
    score: async (game) => engine.search(game, { nodes: 20_000 }).lines[0]?.score,
  };
}

const person: LocalPlayer = { side: 'south', name: 'Ann' };
const computer: LocalPlayer = { side: 'north', name: '', strength: 2 };

function tableOf(settings: Partial<Settings>, players: readonly LocalPlayer[]) {
  const log = startTable({ ...DEFAULT_SETTINGS, time: null, ...settings }, players, NOON);
  if (!log.ok) throw new Error(log.error.code);
  const game = new LocalGame(log.value, () => NOON);
  const thought: number[] = [];
  const waits: number[] = [];
  const computers = new LocalComputers(game, {
    engine: engineOf(thought),
    random: () => 0.5,
    now: () => NOON,
    wait: async (ms) => void waits.push(ms),
  });
  return { game, computers, thought, waits };
}
const still = new AbortController().signal;

test('a computer moves on its turn, after a pause in which the previous move is visible', async () => {
  const { game, computers, waits } = tableOf({}, [person, computer]);
  await computers.play(still);
  expect(game.rendered.timeline.moves).toHaveLength(0);
  game.send({ type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await computers.play(still);
  expect(game.rendered.timeline.moves).toHaveLength(2);
  expect(game.rendered.history.position.turn).toBe('south');
  expect(waits).toEqual([1000]);
});

test('a computer low on time thinks and pauses less', async () => {
  const time = { kind: 'clock', initialMs: 15_000, incrementMs: 0 } as const;
  const { game, computers, thought, waits } = tableOf({ time }, [person, computer]);
  game.send({ type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await computers.play(still);
  expect([...thought, ...waits]).toEqual([500, 500]);
});

test('a search for an outdated position makes no move', async () => {
  const { game, computers } = tableOf({}, [person, computer]);
  game.send({ type: 'move', ply: 1, from: 'd2', to: 'd3' });
  const gone = new AbortController();
  const playing = computers.play(gone.signal);
  game.undo();
  gone.abort();
  await playing;
  expect(game.rendered.history.position.ply).toBe(1);
});

test('computers without people play a game to its end', async () => {
  const { game, computers } = tableOf({ setup: 'medium6' }, [
    { ...person, strength: 3 },
    { ...computer, strength: 1 },
  ]);
  while (game.rendered.state.status === 'live') await computers.play(still);
  expect(game.rendered.state.result).not.toBeNull();
});

test('computers accept a draw unless they are ahead', async () => {
  const even = tableOf({ setup: 'short' }, [person, computer]);
  expect(await even.computers.acceptDraw(still)).toBe(true);
  const lone = { setup: 'custom', position: 'DDCCBBAT/AABBCCDD/8/8/8/8/8/t7 s sn 0 1' } as const;
  expect(await tableOf(lone, [person, computer]).computers.acceptDraw(still)).toBe(false);
});
