/**
 * How soon a press on a board is painted, on our pages and with chessground, alternately in one Chromium with a four
 * times slower processor. Measures presses that select and that move, the opponent's moves, the longest tasks, a
 * profile of a press, and frames of the 3D board.
 *
 * node bench/board.ts [rounds] [address of a running server]
 */
import { cpus, loadavg } from 'node:os';
import { launchBrowser } from '../apps/web/e2e/browser.ts';
import { type Move, quietGame } from '../apps/web/e2e/script.ts';
import { printHelpIfAsked } from '../tools/help.ts';
import { buildPages } from '../tools/pages.ts';
import { chessgroundPage } from './board/chessground.ts';
import { chessGame } from './board/games.ts';
import { KINDS, type MeasuredPage, play, SLOWER, type Taken } from './board/page.ts';
import { profiled, type Spent, STAGES } from './board/profile.ts';
import { solidFrames } from './board/solid.ts';
import { gamePage, localPage } from './board/terrace.ts';
import { launchTerrace, type ServerProcess } from './launch.ts';
import { median, quantile } from './moves/load.ts';

printHelpIfAsked(
  'node bench/board.ts [rounds] [address]: how soon a press on a board is painted, compared with chessground.',
);

/** Plies per round; even, so that a manual move begins every round. */
const PLIES = 20;
const rounds = Number(process.argv[2] ?? 5);
const terrace = process.argv[3] === undefined ? await launchSite() : undefined;
const site = process.argv[3] ?? terrace?.url ?? '';

type Board = MeasuredPage & { readonly moves: readonly Move[] };

const browser = await launchBrowser();
try {
  const { turned, atRest } = await solidFrames(browser, site); // measured alone, because slowed pages would take processor time from it
  const plies = PLIES * (rounds + 1); // the last round is profiled
  const chess = chessGame(plies);
  const ours = quietGame(plies);
  const chessground = await chessgroundPage(browser, chess);
  const online = await gamePage(browser, site);
  const boards: readonly Board[] = [
    { ...chessground, moves: chess.moves },
    { ...online, moves: ours },
    { ...(await localPage(browser, site)), moves: ours },
  ];
  const taken = new Map<string, Taken[]>(boards.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const board of boards) taken.get(board.name)?.push(await play(board, ...part(board, round)));
  const spent = new Map<string, Spent>();
  for (const board of boards)
    spent.set(board.name, await profiled(browser, board.page, () => play(board, ...part(board, rounds))));
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), slowed ${SLOWER} times, load ${loadavg()[0]?.toFixed(1)}, ${rounds} rounds of ${PLIES} plies\n`,
  );
  printTimes(taken);
  printProfile(spent);
  console.log(
    `\n3D without a graphics card: ${turned.toFixed(1)} frames a second while it is turned, ${atRest.toFixed(1)} at rest`,
  );
  chessground.stop();
  online.stop();
} finally {
  await browser.close();
  await terrace?.stop();
}
process.exit(0); // the opponent's socket would try to reconnect

async function launchSite(): Promise<ServerProcess> {
  await buildPages(console.error);
  return launchTerrace({ NODE_ENV: 'production', PARTS: 'play,pages,jobs', LOG_LEVEL: 'error' });
}

function part({ moves }: Board, round: number): [readonly Move[], number] {
  const first = round * PLIES;
  return [moves.slice(first, first + PLIES), first];
}

/** Medians with the range of the rounds' medians; p95 and frames of all rounds together. */
function printTimes(taken: ReadonlyMap<string, readonly Taken[]>): void {
  console.log('| board | what | to the frame, ms | rounds | p95 | x chessground | presented, ms | frames |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  const of = (name: string, kind: string) =>
    (taken.get(name) ?? []).map(({ samples }) => samples.filter((sample) => sample.kind === kind));
  for (const kind of KINDS)
    for (const name of taken.keys()) {
      const all = of(name, kind).flat();
      if (all.length === 0) continue;
      const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
      const medians = of(name, kind).map((round) => median(round.map(({ ms }) => ms)));
      const yardstick = median(of('chessground', kind).flatMap((round) => round.map(({ ms }) => ms)));
      const cells = [
        name,
        kind,
        quantile(times, 0.5).toFixed(1),
        `${Math.min(...medians).toFixed(1)} to ${Math.max(...medians).toFixed(1)}`,
        quantile(times, 0.95).toFixed(1),
        (quantile(times, 0.5) / yardstick).toFixed(2),
        kind === 'receive' ? '' : median(all.map(({ presentedMs }) => presentedMs)).toFixed(0),
        Math.max(...all.map(({ frames }) => frames)),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  console.log('\n| board | tasks over 50 ms | longest task, ms |\n| --- | --- | --- |');
  for (const [name, all] of taken) {
    const tasks = all.flatMap((each) => each.tasks);
    console.log(`| ${name} | ${tasks.length} | ${tasks.length === 0 ? 'under 50' : Math.max(...tasks).toFixed(0)} |`);
  }
}

function printProfile(spent: ReadonlyMap<string, Spent>): void {
  console.log(`\n| board | what | ${STAGES.join(' | ')} |\n| --- | --- |${' --- |'.repeat(STAGES.length)}`);
  for (const [name, kinds] of spent)
    for (const [kind, stages] of kinds) {
      const cells = STAGES.map((stage) => (stages.get(stage) ?? 0).toFixed(1));
      console.log(`| ${name} | ${kind} | ${cells.join(' | ')} |`);
    }
}
