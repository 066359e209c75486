import { commandsMessages } from '@terrace/messages/commands';
import {
  BeginVacation,
  type CommandName,
  isBoard,
  isCommandName,
  MAX_COMMAND_LENGTH,
  MAX_MESSAGE_LENGTH,
  NoteText,
  Offer,
  type Refusal,
  requests,
  SideName,
  USAGE,
} from '@terrace/protocol';
import { cleanLine, err, ok, plainNotation, type Result } from '@terrace/rules';
import { z } from 'zod';
import {
  type CommandArgs,
  type OfferArguments,
  type QueuedMoveText,
  type TextCommand,
  WHICH_GAMES,
} from './grammar.ts';
import { parseChallenge } from './parse-challenge.ts';

/** Parses one line in linear time. The error is `command-too-long`, `bad-command` or `unknown-command`. */
export function parseCommand(text: string): Result<TextCommand, Refusal> {
  if (text.length > MAX_COMMAND_LENGTH) return err({ code: 'command-too-long', most: MAX_COMMAND_LENGTH });
  const typed = text.replaceAll('\t', ' ').trim();
  const line = cleanLine(typed);
  if (line === '') return badCommand(commandsMessages().problems.empty);
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(typed) || !typed.isWellFormed())
    return badCommand(commandsMessages().problems.oneLine);
  const whole = splitFirst(line);
  const [word, rest] = whole[0].toLowerCase() === 'terrace' && whole[1] !== '' ? splitFirst(whole[1]) : whole;
  const name = plainNotation(word).toLowerCase();
  return isCommandName(name)
    ? parseArgs(name, WITH_TEXT.has(name) ? rest : plainNotation(rest))
    : err({ code: 'unknown-command', command: word.slice(0, 20) });
}

/** Commands that end with text for people, in which quotation marks and dashes stay as they are. */
const WITH_TEXT: ReadonlySet<CommandName> = new Set(['chat', 'note']);

/** The error is a sentence for the sender; undefined if the syntax explains it. */
type ArgsParser<A> = (rest: string) => Result<A, string | undefined>;

function parseArgs<N extends CommandName>(name: N, rest: string): Result<TextCommand<N>, Refusal> {
  const args = parsers[name](rest);
  if (args.ok) return ok({ name, args: args.value });
  return badCommand(args.error ?? commandsMessages().problems.usage({ usage: USAGE[name] }));
}

const badCommand = (problem: string): Result<never, Refusal> => err({ code: 'bad-command', problem });

/** Notations of other sites that `show` can draw instead of the walled board. */
const SHOWN_STYLES = ['usenet', 'everything2'] as const;

const parsers: { readonly [N in CommandName]: ArgsParser<CommandArgs[N]> } = {
  challenge: (rest) => parseChallenge(split(rest)),
  move: boardAndMove,
  preview: boardAndMove,
  show: parseShow,
  history: boardAlone,
  games: (rest) => {
    const tokens = split(rest);
    const which = WHICH_GAMES.find((each) => each === tokens.at(-1)?.toLowerCase());
    const [user, ...more] = which === undefined ? tokens : tokens.slice(0, -1);
    return more.length > 0 ? err(undefined) : ok({ user, which: which ?? 'active' });
  },
  queue: (rest) => {
    const [board, ...moves] = split(rest);
    if (moves.length === 0) return onBoard(board, { moves: undefined });
    if (moves.length === 1 && moves[0]?.toLowerCase() === 'clear') return onBoard(board, { moves: [] });
    const queued = moves.flatMap((each) => parseQueuedMove(each) ?? []);
    if (queued.length < moves.length) return err(commandsMessages().problems.queuedMove);
    return onBoard(board, { moves: queued });
  },
  withdraw: boardAlone,
  redo: boardAlone,
  offer: (rest) => {
    const parsed = boardAndOffer(rest);
    if (!parsed.ok) return parsed;
    const { board, offer, seq } = parsed.value;
    return offer === undefined || seq !== undefined ? err(undefined) : ok({ board, offer });
  },
  abort: boardAlone,
  give: boardAlone,
  propose: boardAlone,
  undo: boardAlone,
  accept: boardAndOffer,
  reject: boardAndOffer,
  resign: boardAlone,
  claim: (rest) => {
    const [board, word, ...more] = split(rest);
    const side = z.optional(SideName).safeParse(word?.toLowerCase());
    return side.success && more.length === 0 ? onBoard(board, { side: side.data }) : err(undefined);
  },
  chat: (rest) => {
    const [board, message] = splitFirst(rest);
    if (message === '') return onBoard(plainNotation(board), { text: undefined });
    const text = requests['chat:say'].payload.shape.text.safeParse(message);
    if (text.success) return onBoard(plainNotation(board), { text: text.data });
    return err(commandsMessages().problems.chatTooLong({ most: MAX_MESSAGE_LENGTH }));
  },
  note: (rest) => {
    const [board, text] = splitFirst(rest);
    if (text === '') return onBoard(plainNotation(board), { text: undefined });
    const note = NoteText.safeParse(text.toLowerCase() === 'clear' ? '' : text);
    return note.success ? onBoard(plainNotation(board), { text: note.data }) : err(undefined);
  },
  vacation: (rest) => {
    const word = rest.toLowerCase();
    if (word === '') return ok({ days: undefined });
    if (word === 'end') return ok({ days: word });
    const days = BeginVacation.shape.days.safeParse(/^\d{1,3}$/.test(word) ? Number(word) : undefined);
    return days.success ? ok({ days: days.data }) : err(undefined);
  },
  standings: noArgs({}),
  ratings: noArgs({}),
  help: (rest) => {
    const [about, ...more] = split(rest.toLowerCase());
    if (about === undefined) return ok({ about: undefined });
    return isCommandName(about) && more.length === 0
      ? ok({ about })
      : err(commandsMessages().problems.noHelp({ about: about.slice(0, 20) }));
  },
};

function boardAlone(rest: string): Result<{ board: string }, string | undefined> {
  const [board, ...more] = split(rest);
  if (more.length === 2) return err(commandsMessages().problems.password);
  return more.length > 0 ? err(undefined) : onBoard(board, {});
}

function boardAndMove(rest: string): Result<{ board: string; move: string }, string | undefined> {
  const [board, move, ...more] = split(rest);
  if (more.length === 2) return err(commandsMessages().problems.password);
  return move === undefined || more.length > 0 ? err(undefined) : onBoard(board, { move });
}

/** `#n` may follow the board, and an option may stand before or after both. */
function parseShow(rest: string): Result<CommandArgs['show'], string | undefined> {
  const options = split(rest).filter((word) => word.startsWith('-'));
  const [named = '', ...more] = split(rest).filter((word) => !word.startsWith('-'));
  const style = options.length === 0 ? 'walled' : SHOWN_STYLES.find((each) => `-${each}` === options[0]?.toLowerCase());
  const [, board, ply] = /^([^#]+)(?:#([1-9]\d{0,8}))?$/.exec([named, ...more].join('')) ?? [];
  if (board === undefined || style === undefined || options.length > 1) return err(undefined);
  return onBoard(board, { ply: ply === undefined ? undefined : Number(ply), style });
}

/** `#n` may follow the offer: the number of the event that made it. */
function boardAndOffer(rest: string): Result<OfferArguments, string | undefined> {
  const [board, word, ...more] = split(rest);
  const [, named, seq] = /^([^#]+)(?:#([1-9]\d{0,8}))?$/.exec(word?.toLowerCase() ?? '') ?? [];
  if (more.length === 1 && !Offer.safeParse(named).success) return err(commandsMessages().problems.password);
  const offer = z.optional(Offer).safeParse(word === undefined ? undefined : (named ?? word));
  return offer.success && more.length === 0
    ? onBoard(board, { offer: offer.data, seq: seq === undefined ? undefined : Number(seq) })
    : err(undefined);
}

function noArgs<A>(args: A): ArgsParser<A> {
  return (rest) => (rest === '' ? ok(args) : err(undefined));
}

/** A board is a game id of twelve letters and digits, or a prefix of at least four for the sender's own games. */
function onBoard<M>(board: string | undefined, more: M): Result<{ board: string } & M, string | undefined> {
  if (board === undefined || board === '') return err(undefined);
  return isBoard(board) ? ok({ board, ...more }) : err(commandsMessages().problems.board);
}

function parseQueuedMove(text: string): QueuedMoveText | undefined {
  const [move = '', after, ...more] = text.split('/').reverse();
  if (move === '' || after === '' || more.length > 0 || text.includes('#')) return undefined;
  return { move, after: after ?? null };
}

const split = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

function splitFirst(text: string): readonly [string, string] {
  const end = text.search(/\s/);
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end).trim()];
}
