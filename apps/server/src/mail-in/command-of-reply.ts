import { type CommandName, hasBoardArgument, isCommandName, type Offer } from '@terrace/protocol';
import { plainNotation } from '@terrace/rules';

/** A text command of a reply. `name` is null for a line without a command. */
export type ReplyCommand = { readonly line: string; readonly name: CommandName | null };

/** Words of mails for commands, in the languages of mails. */
const OTHER_WORDS: Readonly<Record<string, CommandName>> = {
  say: 'chat',
  sage: 'chat',
  decline: 'reject',
  annehmen: 'accept',
  ablehnen: 'reject',
};

/** Words of mails for offers, in the languages of mails. */
const OFFER_WORDS: Readonly<Record<string, Offer>> = {
  remis: 'draw',
  zurücknahme: 'takeback',
  zurücknehmen: 'takeback',
  weiterspielen: 'resume',
  fortsetzen: 'resume',
  revanche: 'rematch',
};

/** Commands that end with the name of an offer. */
const WITH_OFFER: ReadonlySet<CommandName> = new Set(['accept', 'reject', 'offer']);

/** Commands whose text may continue in the next lines, where mail programs break it. */
const LONG: ReadonlySet<CommandName> = new Set(['chat', 'note']);

/** The command of a paragraph about one game: a bare move, `say …`, or a command whose game may be omitted. */
export function commandOf(paragraph: readonly string[], board: string): ReplyCommand {
  const [line = ''] = paragraph;
  const word = withoutPunctuation(plainNotation(firstOf(line))).toLowerCase();
  const name = isCommandName(word) ? word : Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word] : undefined;
  if (name === undefined) {
    return isMove(line) ? { line: `move ${board} ${moveOf(line)}`, name: 'move' } : { line, name: null };
  }
  const text = LONG.has(name) || isQueue(paragraph, name) ? paragraph.join(' ') : line;
  const rest = text.slice(firstOf(line).length).trim();
  if (!hasBoardArgument(name)) return { line: `${name} ${rest}`.trim(), name };
  const given = firstOf(rest);
  const isGiven = given.length >= 4 && board.startsWith(given);
  const args = isGiven ? rest.slice(given.length).trim() : rest;
  const known = name === 'move' ? moveOf(args) : WITH_OFFER.has(name) ? offerOf(args) : args;
  return { line: `${name} ${board} ${known}`.trim(), name };
}

function offerOf(text: string): string {
  const word = withoutPunctuation(text).toLowerCase();
  return (Object.hasOwn(OFFER_WORDS, word) ? OFFER_WORDS[word] : undefined) ?? text;
}

const firstOf = (text: string): string => text.split(/\s/, 1)[0] ?? '';

const withoutPunctuation = (text: string): string => text.replace(/[.,;:!?]{1,9}$/, '');

/** Two squares, in any notation. */
const isMove = (line: string): boolean =>
  line.length <= 40 && (plainNotation(line).match(/[a-h][1-8]/gi) ?? []).length === 2;

/** Phones begin a line with a capital. In Everything2's notation both squares have one. */
const moveOf = (text: string): string =>
  withoutPunctuation(plainNotation(text).replace(/\s/g, '')).replace(/^[A-H](?=[1-8].{0,20}[a-h][1-8])/, (letter) =>
    letter.toLowerCase(),
  );

/** Whether all lines have planned moves. */
const isQueue = ([, ...others]: readonly string[], name: CommandName): boolean =>
  name === 'queue' && others.every((line) => line.split(/\s+/).every((word) => /[a-h][1-8]/i.test(word)));
