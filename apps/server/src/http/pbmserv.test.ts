import {
  formatDiagram,
  formatMove,
  goalPath,
  type History,
  historyOutcome,
  legalMoves,
  type Move,
  type Position,
  parseDiagram,
  pieceAt,
  playOn,
  type SetupName,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { gameIn, type TextPlayer, textPlayerAt } from '@terrace/testing/text-player';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';

// Every command in the help of the mail server on which Terrace was played in the nineties, by text over HTTP alone:
//   terrace challenge [ -short | -medium | -long | -master ] userid1 userid2, also with the setup as the last word
//   terrace challenge userid1 userid2 [ userid3 [ userid4 ] ]
//   terrace move board userid password move[#moveno]; a move is rc1-rc2, s-rc1-rc2, rc1-rc2:d or s-rc1-rc2:d

const app = useSharedApp();
const textPlayers = (count: number): Promise<TextPlayer[]> =>
  Promise.all(Array.from({ length: count }, () => textPlayerAt(app.url)));

/** The mail server's four forms of a move; a capture is named only in the forms with a colon. */
const FORMS: readonly ((letters: string) => string)[] = [
  (text) => text, // s-rc1-rc2:d
  (text) => text.replace(/^[^-]+-(?=[a-h]\d-)/, ''), // rc1-rc2:d
  (text) => text.replace(/:.*$/, ''), // s-rc1-rc2
  (text) => text.replace(/^[^-]+-(?=[a-h]\d-)/, '').replace(/:.*$/, ''), // rc1-rc2
];

/** A move that wins, else captures an opponent's piece up to the third capture, else a step of the T to its goal. */
function choose(history: History, captures: number): Move {
  const { position } = history;
  const moves = legalMoves(position);
  const wins = moves.find((move) => {
    const next = playOn(history, move);
    const end = next.ok ? historyOutcome(next.value) : undefined;
    return end?.kind === 'win' && end.winner === position.turn;
  });
  const takes = moves.find((move) => {
    const victim = pieceAt(position, move.to);
    return victim !== undefined && victim.side !== position.turn && !victim.t;
  });
  const own = (move: Move) => pieceAt(position, move.to)?.side === position.turn;
  const step = goalPath(position, position.turn)?.find(
    (move) => moves.some((each) => isSame(each, move)) && !own(move),
  );
  const free = moves.filter((move) => !own(move));
  const chosen =
    wins ?? (captures < 3 ? takes : undefined) ?? step ?? free[(position.ply * 7) % free.length] ?? moves[0];
  if (chosen === undefined) throw new Error('no legal move');
  return chosen;
}

const isSame = (one: Move, other: Move): boolean => one.from === other.from && one.to === other.to;

/** The walled board in the reply to `show`. */
const boardIn = (shown: string): Position | undefined => {
  const read = parseDiagram(shown.slice(shown.indexOf('\n\n')));
  return read.ok ? read.value : undefined;
};

/** Plays a game to its end by text. @returns what every move was written as, and the last reply */
async function playOut(id: string, setup: SetupName, players: readonly TextPlayer[]) {
  let history = startHistory(startPosition(setup));
  const sent: string[] = [];
  let answer = '';
  while (historyOutcome(history) === undefined) {
    const { position } = history;
    const { ply, turn, seats } = position;
    const captures = sent.filter((text) => text.includes(':')).length;
    const move = choose(history, captures);
    const form = FORMS[sent.length % FORMS.length] ?? FORMS[0];
    const text = form?.(formatMove(position, move)) ?? '';
    const numbered = ply % 2 === 0 ? `${text}#${ply}` : text;
    answer = (await players[seats.indexOf(turn)]?.run(`terrace move ${id} ${numbered}`)) ?? '';
    sent.push(text);
    const next = playOn(history, move);
    if (!next.ok) throw new Error(`${text} is illegal: ${next.error.code}`);
    history = next.value;
  }
  const shown = (await players[0]?.run(`terrace show ${id}`)) ?? '';
  expect(shown).toContain(formatDiagram(history.position, 'walled'));
  return { sent, answer, history };
}

test.each<[options: string, last: string, setup: SetupName]>([
  ['', '', 'long'],
  ['-long', '', 'long'],
  ['-medium', '', 'medium'],
  ['-short', '', 'short'],
  ['-master', '', 'master'],
  ['', 'short', 'short'],
  ['', 'medium', 'medium'],
  ['', 'long', 'long'],
])('terrace challenge %s userid1 userid2 %s starts a game that two play to the end', async (options, last, setup) => {
  const players = await textPlayers(2);
  const [south, north] = players;
  const opened = await south?.run(`terrace challenge ${options} ${south.name} ${north?.name} ${last}`);
  const id = gameIn(opened ?? '');
  expect(await north?.run(`terrace accept ${id}`)).toContain('Move 1, South to move.');
  const begun = (await south?.run(`terrace show ${id}`)) ?? '';
  expect(begun).toContain(formatDiagram(startPosition(setup), 'walled'));
  expect(boardIn(begun)).toEqual(startPosition(setup));
  const { sent, answer } = await playOut(id, setup, players);
  expect(answer).toMatch(/(South|North) wins by (arrival|capture)\.$/);
  expect(sent.some((text) => /^[a-h]\d-/.test(text))).toBe(true);
  const listed = (await north?.run(`terrace history ${id}`)) ?? '';
  expect(listed.split('\n')).toHaveLength(sent.length + 1);
});

test.each<[seats: 3 | 4, setup: SetupName]>([
  [3, 'three'],
  [4, 'four'],
])('terrace challenge with %d userids starts a game that all play to the end', async (seats, setup) => {
  const players = await textPlayers(seats);
  const names = players.map(({ name }) => name).join(' ');
  const id = gameIn((await players[0]?.run(`terrace challenge ${names}`)) ?? '');
  for (const player of players.slice(1)) await player.run(`terrace accept ${id}`);
  expect(await players[0]?.run(`terrace show ${id}`)).toContain(formatDiagram(startPosition(setup), 'walled'));
  const { answer, history } = await playOut(id, setup, players);
  expect(answer).toMatch(/ wins (by (arrival|capture)|because)/);
  const shown = (await players[0]?.run(`terrace show ${id}`)) ?? '';
  for (const side of history.position.out) expect(shown.toLowerCase()).toMatch(new RegExp(`^${side}: .*, out`, 'm'));
});

test.each<[seats: 2 | 3 | 4, setup: SetupName]>([
  [2, 'long'],
  [3, 'three'],
  [4, 'four'],
])('an organiser challenges %d others, who all must accept, and plays no part', async (seats, setup) => {
  const [organiser, ...players] = await textPlayers(seats + 1);
  const names = players.map(({ name }) => name).join(' ');
  const opened = (await organiser?.run(`terrace challenge ${names}`)) ?? '';
  const id = gameIn(opened);
  expect(opened).toContain(`send “withdraw ${id}”`);
  expect(await organiser?.send(`terrace accept ${id}`)).toMatchObject({ status: 403 });
  const accepted: string[] = [];
  for (const player of players) accepted.push(await player.run(`terrace accept ${id}`));
  expect(accepted.map((text) => text.includes('Move 1, South to move.'))).toEqual(
    players.map((_, i) => i === players.length - 1),
  );
  expect(await organiser?.send(`terrace move ${id} b1-b2`)).toMatchObject({ status: 403 });
  expect(await organiser?.send(`terrace withdraw ${id}`)).toMatchObject({ status: 409 });
  if (seats === 2) expect((await playOut(id, setup, players)).answer).toContain(' wins ');
});

test('an organised table closes when its organiser withdraws it or an invited player declines', async () => {
  const [organiser, ann, ben] = await textPlayers(3);
  const challenge = async () => gameIn((await organiser?.run(`challenge ${ann?.name} ${ben?.name}`)) ?? '');
  const withdrawn = await challenge();
  await ann?.run(`accept ${withdrawn}`);
  expect(await organiser?.run(`withdraw ${withdrawn}`)).toMatch(/^You close the table\./);
  expect(await ben?.send(`accept ${withdrawn}`)).toMatchObject({ status: 409 });
  const declined = await challenge();
  await ann?.run(`accept ${declined}`);
  expect(await ben?.run(`reject ${declined}`)).toMatch(/^You decline the seat\. This table was closed/);
  const left = await challenge();
  await ann?.run(`accept ${left}`);
  expect(await ann?.run(`withdraw ${left}`)).toMatch(/^You leave your seat\. This table was closed/);
});

test('a line with a userid and a password is rejected, and a repeated move number plays once', async () => {
  const [south, north] = await textPlayers(2);
  const id = gameIn((await south?.run(`challenge ${south.name} ${north?.name}`)) ?? '');
  await north?.run(`accept ${id}`);
  const refused = await south?.send(`terrace move ${id} ${south.name} s3cr3t-word d-a2-b3#1`);
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('userid and a password') });
  expect(refused?.text).not.toContain('s3cr3t-word');
  expect(await south?.run(`history ${id}`)).toBe('No move has been made.');

  expect(await south?.run(`move ${id} D-a2-b3#1`)).toBe('You play d-a2-b3. Move 2, North to move.'); // D is a size here
  expect(await south?.send(`move ${id} d-a2-b3#1`)).toMatchObject({ status: 409 });
  expect(await north?.send(`move ${id} C-a7-b6`)).toMatchObject({ status: 400 });
});

test('terrace help lists every command, and each has an example', async () => {
  const [player] = await textPlayers(1);
  const overview = (await player?.run('terrace help')) ?? '';
  for (const name of ['challenge', 'move']) {
    expect(overview).toContain(`\n${name} `);
    expect(await player?.run(`terrace help ${name}`)).toContain(`\nExample: ${name} `);
  }
});
