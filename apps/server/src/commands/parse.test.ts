import { explain } from '@terrace/messages';
import { isCommandName, MAX_COMMAND_LENGTH, NoteText, Refusal, USAGE } from '@terrace/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TextCommand } from './grammar.ts';
import { parseCommand } from './parse.ts';

const standard = { capture: 'standard', sliding: 'standard' } as const;
const DAY = 24 * 3_600_000;

/** The parsed command; undefined if it is rejected. */
function read(line: string): TextCommand | undefined {
  const parsed = parseCommand(line);
  return parsed.ok ? parsed.value : undefined;
}

function refusal(line: string): string | undefined {
  const parsed = parseCommand(line);
  return parsed.ok ? undefined : explain(parsed.error);
}

test.each<[string, TextCommand]>([
  ['move Ab12 d-a2-b3#4', { name: 'move', args: { board: 'Ab12', move: 'd-a2-b3#4' } }],
  ['  Terrace  MOVE\tAb12   a2-b3 \n', { name: 'move', args: { board: 'Ab12', move: 'a2-b3' } }],
  ["preview Ab12 t'-g8-h8", { name: 'preview', args: { board: 'Ab12', move: "t'-g8-h8" } }],
  ['show AbCdEf012345#12', { name: 'show', args: { board: 'AbCdEf012345', ply: 12, style: 'walled' } }],
  ['show Ab12', { name: 'show', args: { board: 'Ab12', ply: undefined, style: 'walled' } }],
  ['show -usenet Ab12#3', { name: 'show', args: { board: 'Ab12', ply: 3, style: 'usenet' } }],
  ['show Ab12 -Everything2', { name: 'show', args: { board: 'Ab12', ply: undefined, style: 'everything2' } }],
  ['withdraw Ab12', { name: 'withdraw', args: { board: 'Ab12' } }],
  ['redo Ab12', { name: 'redo', args: { board: 'Ab12' } }],
  ['abort Ab12', { name: 'abort', args: { board: 'Ab12' } }],
  ['give Ab12', { name: 'give', args: { board: 'Ab12' } }],
  ['offer Ab12 Rematch', { name: 'offer', args: { board: 'Ab12', offer: 'rematch' } }],
  ['chat Ab12', { name: 'chat', args: { board: 'Ab12', text: undefined } }],
  ['history Ab12', { name: 'history', args: { board: 'Ab12' } }],
  ['games', { name: 'games', args: { user: undefined, which: 'active' } }],
  ['games next', { name: 'games', args: { user: undefined, which: 'next' } }],
  ['games Ann', { name: 'games', args: { user: 'Ann', which: 'active' } }],
  ['games all all', { name: 'games', args: { user: 'all', which: 'all' } }],
  ['queue Ab12', { name: 'queue', args: { board: 'Ab12', moves: undefined } }],
  ['queue Ab12 clear', { name: 'queue', args: { board: 'Ab12', moves: [] } }],
  [
    'queue Ab12 d2-d3/e7-e6 e6-e7',
    {
      name: 'queue',
      args: {
        board: 'Ab12',
        moves: [
          { move: 'e7-e6', after: 'd2-d3' },
          { move: 'e6-e7', after: null },
        ],
      },
    },
  ],
  ['propose Ab12', { name: 'propose', args: { board: 'Ab12' } }],
  ['undo Ab12', { name: 'undo', args: { board: 'Ab12' } }],
  ['accept Ab12', { name: 'accept', args: { board: 'Ab12', offer: undefined, seq: undefined } }],
  ['accept Ab12 Draw#17', { name: 'accept', args: { board: 'Ab12', offer: 'draw', seq: 17 } }],
  ['reject Ab12 draw', { name: 'reject', args: { board: 'Ab12', offer: 'draw', seq: undefined } }],
  ['resign Ab12', { name: 'resign', args: { board: 'Ab12' } }],
  ['claim Ab12', { name: 'claim', args: { board: 'Ab12', side: undefined } }],
  ['claim Ab12 North', { name: 'claim', args: { board: 'Ab12', side: 'north' } }],
  [
    'chat Ab12  Well  played, all!',
    { name: 'chat', args: { board: 'Ab12', text: NoteText.parse('Well  played, all!') } },
  ],
  ['note AbCd', { name: 'note', args: { board: 'AbCd', text: undefined } }],
  ['note AbCd Watch the corner ', { name: 'note', args: { board: 'AbCd', text: NoteText.parse('Watch the corner') } }],
  ['note AbCd CLEAR', { name: 'note', args: { board: 'AbCd', text: NoteText.parse('') } }],
  ['vacation', { name: 'vacation', args: { days: undefined } }],
  ['vacation 7', { name: 'vacation', args: { days: 7 } }],
  ['vacation END', { name: 'vacation', args: { days: 'end' } }],
  ['standings', { name: 'standings', args: {} }],
  ['terrace ratings', { name: 'ratings', args: {} }],
  ['help', { name: 'help', args: { about: undefined } }],
  ['help Move', { name: 'help', args: { about: 'move' } }],
  ['\u200BMove\u00A0Ab12 d’–a2–b3＃4', { name: 'move', args: { board: 'Ab12', move: "d'-a2-b3#4" } }],
  ['games\u00A0–all', { name: 'games', args: { user: '-all', which: 'active' } }],
  ['offer Ab1２ Draw\u200B', { name: 'offer', args: { board: 'Ab12', offer: 'draw' } }],
  [
    'chat Ab１2 It’s – “fine”\u202E\u2066!',
    { name: 'chat', args: { board: 'Ab12', text: NoteText.parse('It’s – “fine”!') } },
  ],
  ['chat Ab12 \u200B\u202E', { name: 'chat', args: { board: 'Ab12', text: undefined } }],
])('%s', (line, command) => {
  expect(read(line)).toEqual(command);
});

test.each([
  ['challenge ann ben', { users: ['ann', 'ben'], setup: 'long' }],
  ['challenge ann ben short', { users: ['ann', 'ben'], setup: 'short' }],
  ['challenge ann ben medium', { users: ['ann', 'ben'], setup: 'medium' }],
  ['challenge ann ben cat', { users: ['ann', 'ben', 'cat'], setup: 'three' }],
  ['challenge ann ben master', { users: ['ann', 'ben', 'master'], setup: 'three' }],
  ['challenge -three ann ben long', { users: ['ann', 'ben', 'long'], setup: 'three' }],
  ['challenge ann ben cat dan', { users: ['ann', 'ben', 'cat', 'dan'], setup: 'four' }],
  ['challenge -Master ann ben', { users: ['ann', 'ben'], setup: 'master' }],
  ['challenge ann -short6 ben', { users: ['ann', 'ben'], setup: 'short6' }],
  ['challenge -days=3 ann ben', { users: ['ann', 'ben'], time: { kind: 'days', perMoveMs: 3 * DAY } }],
  ['challenge ann ben -time=5+3', { time: { kind: 'clock', initialMs: 300_000, incrementMs: 3_000 } }],
  ['challenge ann ben', { time: null, rules: standard, rated: false }],
  ['challenge -rated -days=2 ann ben', { rated: true, time: { kind: 'days', perMoveMs: 2 * DAY } }],
  ['challenge -bank=20+12 ann ben', { time: { kind: 'bank', bankMs: 20 * DAY, incrementMs: DAY / 2 } }],
  [
    'challenge -weekends=Europe/Berlin -days=2 ann ben',
    { time: { kind: 'days', perMoveMs: 2 * DAY, weekendsOff: 'Europe/Berlin' } },
  ],
  ['challenge -rank ann ben', { rules: { ...standard, capture: 'rank' } }],
  ['challenge -rank -notlarger ann ben', { rules: { capture: 'rank', sliding: 'not-larger' } }],
])('%s', (line, args) => {
  expect(read(line)).toMatchObject({ name: 'challenge', args });
});

test.each([
  ['', 'Write a command. The command help lists them all.'],
  ['dance', 'Unknown command "dance". The command help lists them all.'],
  ['constructor', 'Unknown command "constructor". The command help lists them all.'],
  ['show Ab12\nresign Ab12', 'A command is one line of plain text.'],
  ['move', 'Write that command like this: move board move[#n].'],
  ['move Ab12 d2-d3 please', 'Write that command like this: move board move[#n].'],
  ['move Ab1 d2-d3', 'Name a board by its game id, or by at least the first four characters.'],
  ['show Ab_%2', 'Name a board by its game id, or by at least the first four characters.'],
  ['show Ab12#0', `Write that command like this: ${USAGE.show}.`],
  ['games a b all', 'Write that command like this: games [user] [all|active|next].'],
  ['queue Ab12 d2-d3#4', 'Write a queued move as move or theirs/move, without a number.'],
  ['accept Ab12 money', `Write that command like this: ${USAGE.accept}.`],
  ['chat', 'Write that command like this: chat board [text].'],
  ['offer Ab12 draw#17', `Write that command like this: ${USAGE.offer}.`],
  ['offer Ab12', `Write that command like this: ${USAGE.offer}.`],
  ['show -plain Ab12', `Write that command like this: ${USAGE.show}.`],
  [`chat Ab12 ${'x'.repeat(301)}`, 'A message has at most 300 characters.'],
  ['note', 'Write that command like this: note board [text | clear].'],
  ['vacation 31', 'Write that command like this: vacation [days | end].'],
  ['standings now', 'Write that command like this: standings.'],
  ['help dance', 'There is no help on dance.'],
  ['challenge ann', `Write that command like this: ${USAGE.challenge}.`],
  ['challenge -four ann ben', 'The setup four is for 4 players. You named 2.'],
  ['challenge -short -long ann ben', 'Choose only one setup.'],
  ['challenge -days=1 -time=5+3 ann ben', 'Choose only one time control.'],
  [
    'challenge ann ben -time=0+5',
    '-days takes 1 to 14 days per move; -bank takes 1 to 60 days, plus up to 168 hours per move; -time takes 1 to 180 minutes, plus up to 180 seconds per move.',
  ],
  [
    'challenge -days=15 ann ben',
    '-days takes 1 to 14 days per move; -bank takes 1 to 60 days, plus up to 168 hours per move; -time takes 1 to 180 minutes, plus up to 180 seconds per move.',
  ],
  ['challenge -weekends=UTC ann ben', '-weekends takes a time zone, such as Europe/Berlin, and needs -days or -bank.'],
  ['challenge -blind ann ben', 'Unknown option -blind. See help challenge.'],
  ['x'.repeat(MAX_COMMAND_LENGTH + 1), 'A command has at most 500 characters. Shorten it.'],
])('%j is rejected', (line, sentence) => {
  expect(refusal(line)).toBe(sentence);
});

test.each([
  'terrace move Ab12 ann s3cr3t-word d-a2-b3',
  'move Ab12 ann s3cr3t-word D-c5-b4:c#12',
  'resign Ab12 ann s3cr3t-word',
  'undo Ab12 ann s3cr3t-word',
  'accept Ab12 ann s3cr3t-word',
])('%s is rejected without repeating the password', (text) => {
  expect(refusal(text)).toMatch(/^That looks like a mail server's form/);
  expect(JSON.stringify(parseCommand(text))).not.toMatch(/s3cr3t|ann/);
});

const word = fc.oneof(
  fc.constantFrom(
    ...Object.keys(USAGE),
    'terrace',
    'Ab12',
    'd-a2-b3#4',
    '-short',
    '-time=5+3',
    'all',
    'clear',
    '#',
    '/',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const line = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.array(word, { maxLength: 12 }).map((tokens) => tokens.join(' ')),
);

test('any text is a command or is rejected with a sentence', () => {
  fc.assert(
    fc.property(line, (text) => {
      const parsed = parseCommand(text);
      if (parsed.ok) expect(isCommandName(parsed.value.name)).toBe(true);
      else expect(explain(Refusal.parse(parsed.error))).toMatch(/^[A-Z].*\.$/su);
    }),
    { numRuns: 5000 },
  );
});

test('a text of a million characters is parsed or rejected', () => {
  for (const unit of [' ', '\t', 'a ', '-', '#', "'", '\u{1F600}'])
    expect(parseCommand(unit.repeat(1_000_000)).ok, unit).toBe(false);
});
