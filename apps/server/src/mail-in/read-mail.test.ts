import { afterAll, expect, test, vi } from 'vitest';
import { MAX_BYTES } from './limits.ts';
import { createMailReader } from './read-mail.ts';

vi.setConfig({ testTimeout: 60_000 }); // the thread loads its libraries in seconds on a loaded machine

const fail = (error: unknown) => expect.unreachable(String(error));
const reader = createMailReader({ ownHost: 'terrace.example', authservIds: [] }, fail);
afterAll(() => reader.close());

const FROM = 'From: Ann <ann@mail.example>';

const read = (headers: readonly string[], body: string | Buffer) =>
  reader.read(Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n\r\n`), Buffer.from(body)]));
const textOf = async (headers: readonly string[], body: string | Buffer) =>
  (await read([FROM, ...headers], body))?.paragraphs;
const authorOf = async (...headers: string[]) => (await read(headers, 'd2-d3'))?.from;

test('text is read in the encoding and the character set that it names', async () => {
  const say = [['say Grüße – d’accord']];
  const bytes = Buffer.from('say Gr\xfc\xdfe \x96 d\x92accord', 'latin1');
  expect(await textOf(['Content-Type: text/plain; charset=windows-1252'], bytes)).toEqual(say);
  const plain = Buffer.from('say Gr\xfc\xdfe', 'latin1');
  expect(await textOf(['Content-Type: text/plain; charset="ISO-8859-1"'], plain)).toEqual([['say Grüße']]);
  const headers = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'];
  expect(await textOf(headers, 'say Gr=C3=BC=C3=\r\n=9Fe =E2=80=93 d=E2=80=99accord=\r\n')).toEqual(say);
  const base64 = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'];
  expect(await textOf(base64, Buffer.from('say Grüße – d’accord').toString('base64'))).toEqual(say);
});

test('flowed lines are one line', async () => {
  const flowed = ['Content-Type: text/plain; charset=utf-8; format=flowed'];
  expect(await textOf(flowed, 'say one \r\ntwo\r\n\r\n> quoted \r\n> more\r\n')).toEqual([['say one two']]);
});

test('an empty text part gives way to the HTML part', async () => {
  const body = [
    ...['--x', 'Content-Type: text/plain', '', '  ', '--x', 'Content-Type: text/html', ''],
    ...['<style>p{}</style><p>d2&#8209;d3</p>', '--x--', ''],
  ].join('\r\n');
  expect(await textOf(['Content-Type: multipart/alternative; boundary=x'], body)).toEqual([['d2‑d3']]);
});

test('the author is the only address of the only From header', async () => {
  expect(await authorOf('From: "Ann, of the club" <Ann@Mail.example>')).toBe('ann@mail.example');
  expect(await authorOf('From: =?utf-8?q?Ann_=3Ceve=40evil.example=3E?= <ann@mail.example>')).toBe('ann@mail.example');
  expect(await authorOf('From: "ann@mail.example" <eve@evil.example>')).toBe('eve@evil.example');
  expect(await authorOf('From: =?utf-8?q?ann=40mail.example?= <eve@evil.example>')).toBe('eve@evil.example');
});

test.each([
  [['From: ann@mail.example', 'From: eve@evil.example']],
  [['From: ann@mail.example, eve@evil.example']],
  [['From: Team: ann@mail.example;']],
  [['From: Team: ann@mail.example, eve@evil.example;']],
  [['From: <ann@mail.example>eve@evil.example']],
  [['From: ann@mail.example@evil.example']],
  [['From: ann@mail.example <eve@evil.example>, <ann@mail.example>']],
  [['From: =?utf-8?q?=3Cann=40mail.example=3E?=']],
  [['From: ann']],
  [['From:']],
  [['Sender: ann@mail.example']],
])('a mail whose headers %j do not name one author has none', async (headers) => {
  expect(await authorOf(...headers)).toBeUndefined();
});

test.each([
  'Auto-Submitted: auto-replied',
  'Auto-Submitted: auto-generated (rejected)',
  'Precedence: bulk',
  'Precedence: Auto_Reply',
  'List-Id: <club.mail.example>',
  'Return-Path: <>',
  'X-Auto-Response-Suppress: OOF, AutoReply',
  'X-Loop: somewhere',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
  'Message-ID: <abc@terrace.example>',
])('a mail with %s is automatic', async (header) => {
  expect((await read([FROM, header], 'd2-d3'))?.isAutomatic).toBe(true);
});

test('a mail of a person is not automatic', async () => {
  const headers = [FROM, 'Auto-Submitted: no', 'Precedence: normal', 'Return-Path: <ann@mail.example>'];
  expect((await read(headers, 'd2-d3'))?.isAutomatic).toBe(false);
});

const fill = (piece: string) => piece.repeat(Math.floor((MAX_BYTES - 1000) / piece.length));
const folded = (piece: string) => fill(`${piece.repeat(Math.floor(70 / piece.length))}\r\n`);
const HTML = 'Content-Type: text/html';

test.each([
  ['HTML of opening brackets', HTML, `<p>d2-d3</p>${folded('<')}`],
  ['HTML of opening brackets in one line', HTML, `<p>d2-d3</p>${fill('<')}`],
  ['HTML of open elements', HTML, `<p>d2-d3</p>${folded('<div>')}`],
  ['HTML of open quotations', HTML, `<p>d2-d3</p>${folded('<blockquote>')}`],
  ['quotation marks', 'Content-Type: text/plain', `d2-d3\r\n\r\n${folded('> ')}`],
  ['spaces', 'Content-Type: text/plain', `d2-d3\r\n\r\n${fill(' ')}`],
])('the move above %s is read', async (_, type, body) => {
  expect((await textOf([type], body))?.[0]).toEqual(['d2-d3']);
});

test('a mail with more parts within parts than programs write is malformed', async () => {
  const levels = Array.from(
    { length: 12 },
    (_, i) => `--b${i}\r\nContent-Type: multipart/mixed; boundary=b${i + 1}\r\n\r\n`,
  );
  expect(await read([FROM, 'Content-Type: multipart/mixed; boundary=b0'], levels.join(''))).toBeUndefined();
});
