/** Correspondence over three simulated weeks, with the faults of a real service. */
import { setImmediate as tick } from 'node:timers/promises';
import { currentPosition, fold, moverOf } from '@terrace/game';
import { DAY_MS, DEFAULT_NOTIFICATION_CHOICES, type GameId, GameLog, HOUR_MS, MINUTE_MS } from '@terrace/protocol';
import { type History, historyOutcome, legalMoves, type Move, playOn, squareName } from '@terrace/rules';
import { connect } from '@terrace/testing/client';
import { becomeMember, request } from '@terrace/testing/members';
import { createTransport } from 'nodemailer';
import { beforeAll, expect, test } from 'vitest';
import { useTwoNodesBehindProxy } from '../testing/app.ts';
import { freePort } from '../testing/free-port.ts';
import { openMailbox } from '../testing/mailbox.ts';
import { openPushService } from '../testing/push-service.ts';

const publicUrl = 'https://terrace.example';
const AUTHSERV = 'mx.terrace.example';

let service: Awaited<ReturnType<typeof openPushService>>;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let mailInPort: number;
beforeAll(async () => {
  service = await openPushService();
  return service.close;
});
beforeAll(() => () => mailbox.close());
const nodes = useTwoNodesBehindProxy(
  { outbound: { loopback: true }, pushHosts: ['127.0.0.1'], publicUrl },
  async () => {
    mailbox = await openMailbox();
    mailInPort = await freePort();
    const mail = { smtpUrl: mailbox.smtpUrl, from: 'Terrace <terrace@terrace.example>' };
    const mailIn = { host: '127.0.0.1', domain: 'play.terrace.example', authservIds: [AUTHSERV] };
    // Either node may send the mail that is replied to.
    const external = (port: number) => ({ publicUrl, mail, mailIn: { ...mailIn, port }, providers: {} });
    return [{ external: external(await freePort()) }, { external: external(mailInPort) }];
  },
);
const { time } = nodes;

const TIME = { kind: 'days', perMoveMs: 2 * DAY_MS, weekendsOff: 'Europe/Berlin' } as const;

type Person = Awaited<ReturnType<typeof person>>;

async function person(url: string) {
  const { cookie, player } = await becomeMember(url);
  const browser = service.browser();
  await request(url, '/api/me/push/subscriptions', { cookie, body: browser.subscription });
  return { ...(await connect(url, cookie)), url, cookie, player, browser };
}

const pushed = ({ browser }: Person): readonly string[] => browser.received.map(({ payload }) => payload.key);

async function stateOf(gameId: GameId) {
  const { events } = GameLog.parse(await (await fetch(`${nodes.here}/api/games/${gameId}`)).json());
  const state = fold(null, events);
  if (state === null) throw new Error('there is no game');
  return { events, state };
}

/** Longer than the leases of notifications. */
const LEASE_MS = MINUTE_MS + 1_000;

/** In real time. The first picture of a mail takes a second. */
const PATIENCE_MS = 5_000;

/**
 * Waits until the servers have done what is due, or will try it again later. Otherwise an hour would pass during a
 * delivery, its lease would end, and the other server would rightly deliver it once more. A delivery that
 * a fault still prevents waits for the next hour.
 */
async function untilDone(): Promise<void> {
  for (const began = performance.now(); performance.now() < began + PATIENCE_MS; await tick()) {
    const until = new Date(time.now() + LEASE_MS);
    const [left] = await nodes.database.prisma.$queryRaw<{ n: bigint }[]>`
      select (select count(*) from outbox where due_at <= ${until})
        + (select count(*) from notification where pending <> '{}' and push_at <= ${until})
        + (select count(*) from notification_mail where sending <> '{}') as n`;
    if (left?.n === 0n) return;
  }
}

/** Lets time pass by the hour, with the work of the servers in between. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= HOUR_MS) {
    await untilDone();
    time.jump(Math.min(left, HOUR_MS));
    for (let i = 0; i < 5; i += 1) await tick();
  }
  await untilDone();
}

/** A quiet move of the side to move, after which all sides are still in play. */
function quietMove(history: History, choice: number): Move {
  const { position } = history;
  const quiet = legalMoves(position).filter((move) => {
    const next = playOn(history, move);
    return next.ok && historyOutcome(next.value) === undefined && next.value.position.quiet > position.quiet;
  });
  const move = quiet[choice % quiet.length];
  if (move === undefined) throw new Error('the script ends here');
  return move;
}

const namesOf = ({ position: { size } }: History, { from, to }: Move) => ({
  from: squareName(size, from),
  to: squareName(size, to),
});

/** The key of the turn that stands now, its player, and the game. */
async function standingTurn(gameId: GameId, people: readonly Person[]) {
  const { events, state } = await stateOf(gameId);
  const { ply } = currentPosition(state);
  const mover = people.find(({ player }) => player.id === moverOf(state)?.id);
  const began = events.findLast(({ event }) => event.type === 'moved' || event.type === 'started');
  if (mover === undefined || began === undefined) throw new Error('no player has the turn');
  return { mover, history: state.history, ply, key: `turn:${gameId}:${ply}:${began.seq}` };
}

type Turn = Awaited<ReturnType<typeof standingTurn>>;

const emailOf = ({ player }: Person) => `${player.id.toLowerCase()}@mail.example`;
const turnMails = (who: Person) =>
  mailbox.emailsTo(emailOf(who)).filter(({ parsed }) => parsed.subject?.startsWith('Your turn'));

/** Mails of each turn as it begins. */
async function wantsMails({ url, cookie, player }: Person): Promise<void> {
  const data = { email: `${player.id.toLowerCase()}@mail.example`, emailVerified: true };
  await nodes.database.prisma.user.update({ where: { playerId: player.id }, data });
  const body = { ...DEFAULT_NOTIFICATION_CHOICES, mail: 'immediate' };
  await request(url, '/api/me/notification-choices', { method: 'PUT', cookie, body });
}

async function play(gameId: GameId, { mover, history, ply }: Turn): Promise<void> {
  await mover.commandOrThrow(gameId, { type: 'move', ply, ...namesOf(history, quietMove(history, ply)) });
}

/** Replies with a move to the last mail about a turn. */
async function playByMail({ mover, history, ply }: Turn): Promise<void> {
  const { from, to } = namesOf(history, quietMove(history, ply));
  const address = turnMails(mover).at(-1)?.parsed.replyTo?.[0]?.address;
  const headers = { 'Authentication-Results': `${AUTHSERV}; dkim=pass header.d=mail.example; spf=pass; dmarc=pass` };
  const mail = { from: emailOf(mover), to: address, subject: 'Re: Your turn', text: `${from}-${to}`, headers };
  const transport = createTransport({ host: '127.0.0.1', port: mailInPort, ignoreTLS: true });
  await transport.sendMail({ ...mail, messageId: '<move@mail.example>' });
  await transport.sendMail({ ...mail, messageId: '<move@mail.example>' }); // a mail server may deliver it twice
}

/** Saves a reply of the next player to any move, then moves: the game goes on by two plies. */
async function playBefore(gameId: GameId, turn: Turn, next: Person): Promise<void> {
  const move = quietMove(turn.history, turn.ply);
  const after = playOn(turn.history, move);
  if (!after.ok) throw new Error('an illegal move');
  const reply = namesOf(after.value, quietMove(after.value, turn.ply));
  const moves = [
    { depth: 1, move: null },
    { depth: 2, move: reply },
  ];
  const saved = await next.request('conditional:set', { gameId, ply: turn.ply, moves });
  expect(saved).toMatchObject({ ok: true });
  await play(gameId, turn);
  await expect.poll(async () => (await stateOf(gameId)).state.history.position.ply).toBe(turn.ply + 2);
}

test('in three weeks of a game, despite faults each player is notified exactly once per cause', async () => {
  const south = await person(nodes.here);
  const west = await person(nodes.there);
  const people = [south, west, await person(nodes.here), await person(nodes.there)];
  await wantsMails(south);
  const { prisma } = nodes.database;
  const startedAt = time.now();
  const game = await south.create({ setup: 'four', time: TIME }, 'south');
  for (const each of people.slice(1)) await each.commandOrThrow(game, { type: 'sit', side: null });
  const expected = new Map(people.map((each) => [each, [] as string[]]));
  const answerAll = (status: number, retryAfter?: string) => {
    for (const { browser } of people) browser.answer = retryAfter === undefined ? { status } : { status, retryAfter };
  };

  /** The faults before a player is notified, by the number of the turn. */
  const faults: Record<number, (turn: Turn) => Promise<unknown>> = {
    3: async () => {
      const gone = service.browser();
      await request(west.url, '/api/me/push/subscriptions', { cookie: west.cookie, body: gone.subscription });
      gone.answer = { status: 410 };
    },
    5: () => request(west.url, '/api/me/vacation', { cookie: west.cookie, body: { days: 4 } }),
    6: async ({ mover }) => {
      answerAll(429, '1800');
      await expect.poll(() => mover.browser.requests).toBeGreaterThan(pushed(mover).length);
      await pass(2 * HOUR_MS);
      answerAll(201);
    },
    8: async ({ mover }) => {
      // The node dies during the delivery: the row is due again at the end of its lease.
      mover.browser.answer = { status: 503 };
      await expect.poll(() => mover.browser.requests).toBeGreaterThan(pushed(mover).length);
      await prisma.notification.updateMany({
        where: { pending: { has: 'push' } },
        data: { dueAt: new Date(time.now() + MINUTE_MS), attempts: 1 },
      });
      mover.browser.answer = { status: 201 };
    },
    9: async () => nodes.redis().disconnect(),
    10: async ({ key }) => {
      // The node dies between the commit and its causes.
      await prisma.$executeRaw`delete from notification where key = ${key}`;
      const { seq } = await prisma.game.findUniqueOrThrow({ where: { id: game } });
      const at = new Date(time.now());
      await prisma.outbox.create({ data: { gameId: game, after: seq - 1, seq, at, dueAt: at } });
    },
    12: async () => nodes.redis().reconnect(),
    16: async () => {
      mailbox.refuse(451);
      await pass(HOUR_MS);
      mailbox.refuse(undefined);
    },
  };

  let mailedTurns = 0;
  for (let n = 0; time.now() - startedAt < 21 * DAY_MS; n += 1) {
    const turn = await standingTurn(game, people);
    const { mover, key } = turn;
    expected.get(mover)?.push(key);
    if (mover === south) mailedTurns += 1;
    await faults[n]?.(turn);
    const isNotified = async () => {
      await pass(HOUR_MS);
      return pushed(mover).includes(key) && turnMails(south).length === mailedTurns;
    };
    await expect.poll(isNotified, { timeout: 30_000 }).toBe(true);
    await pass((n % 3) * 6 * HOUR_MS);
    const next = people[(people.indexOf(mover) + 1) % people.length];
    if (mover === south && n >= 20 && n < 24) await playByMail(turn);
    else if (n === 13 && next !== undefined) await playBefore(game, turn, next);
    else await play(game, turn);
  }
  const { state, events } = await stateOf(game);
  expect(state.status).toBe('live');
  expect(events.filter(({ event }) => event.type === 'moved').length).toBeGreaterThan(25);

  const turns = (who: Person) => pushed(who).filter((key) => key.startsWith(`turn:${game}:`));
  const last = await standingTurn(game, people);
  expected.get(last.mover)?.push(last.key);
  await expect.poll(() => turns(last.mover)).toContain(last.key);
  for (const each of people) {
    expect(turns(each).toSorted()).toEqual(expected.get(each)?.toSorted());
    expect(new Set(pushed(each)).size).toBe(pushed(each).length);
  }
}, 600_000);
