import { legalMoves, type Move, playOn, squareName, startHistory, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { bySuite, isThorough } from '../../../../tools/testing/suite.ts';
import { SECRET } from '../testing/app.ts';
import { type Client, connect, guestAt } from '../testing/client.ts';
import { guestCookie, ownAddress } from '../testing/guest.ts';
import { useSharedApp } from '../testing/shared-app.ts';

const CROWD = bySuite(150, 500);
const MOVES = bySuite(20, 40);

/** How many times later than the first spectator the last one may receive a move, in the median. */
const SPREAD = 3;

const app = useSharedApp();

/** Moves that only shuffle: the last of the legal ones, never a capture, as long as the game goes on. */
function script(): { ply: number; from: string; to: string }[] {
  let history = startHistory(startPosition('long'));
  return Array.from({ length: MOVES }, (_, i) => {
    const { position } = history;
    const moves = legalMoves(position);
    const move: Move | undefined = moves[(i * 7) % moves.length];
    const next = move && playOn(history, move);
    if (!move || !next?.ok) throw new Error('the script ran out of moves');
    history = next.value;
    return { ply: position.ply, from: squareName(position.size, move.from), to: squareName(position.size, move.to) };
  });
}

test('every spectator of a crowd receives each event once and in order', { timeout: 60_000 }, async () => {
  const [south, north] = [await guestAt(app.url), await guestAt(app.url)];
  const gameId = await south.create({}, 'south');
  await north.command(gameId, { type: 'sit', side: null });

  const crowd: Client[] = [];
  while (crowd.length < CROWD)
    crowd.push(
      ...(await Promise.all(Array.from({ length: 50 }, () => connect(app.url, guestCookie(SECRET), ownAddress())))),
    );
  const arrivals: number[][] = Array.from({ length: MOVES }, () => []);
  for (const one of crowd) {
    one.socket.on('game:events', ({ events }) => {
      for (const { event } of events) if (event.type === 'moved') arrivals[event.ply - 1]?.push(performance.now());
    });
    await one.request('game:watch', { gameId, after: 0 });
  }

  const ratios: number[] = [];
  for (const { ply, from, to } of script()) {
    const sentAt = performance.now();
    await (ply % 2 === 1 ? south : north).command(gameId, { type: 'move', ply, from, to });
    await Promise.all(crowd.map((one) => one.hears(gameId, (events) => events.length >= ply)));
    const times = (arrivals[ply - 1] ?? []).map((at) => at - sentAt);
    ratios.push(Math.max(...times) / Math.min(...times));
  }

  for (const one of crowd) {
    const seqs = one.eventsOf(gameId).map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: MOVES }, (_, i) => 5 + i));
    one.close();
  }
  ratios.sort((a, b) => a - b);
  if (isThorough) expect(ratios[MOVES / 2]).toBeLessThan(SPREAD); // depends on how busy the machine is
});
