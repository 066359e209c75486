import type { Offer, Settings } from '@terrace/protocol';
import type { SetupName } from '@terrace/rules';

/** The arguments of every text command, by its name. A `board` is the id of a game or the beginning of one. */
export type CommandArgs = {
  challenge: {
    /** Names in the order of the setup's seats. */
    readonly users: readonly string[];
    readonly setup: SetupName;
    readonly rules: Settings['rules'];
    readonly time: Settings['time'];
  };
  /** `move` as written, with its `#n` if it has one. */
  move: { readonly board: string; readonly move: string };
  preview: { readonly board: string; readonly move: string };
  /** The position before move `ply`; undefined: the current one. */
  show: { readonly board: string; readonly ply: number | undefined };
  history: { readonly board: string };
  /** `user` undefined: the sender. */
  games: { readonly user: string | undefined; readonly which: (typeof WHICH_GAMES)[number] };
  /** `moves` undefined: shows the queue. */
  queue: { readonly board: string; readonly moves: readonly QueuedMoveText[] | undefined };
  propose: { readonly board: string };
  undo: { readonly board: string };
  /** `offer` undefined: the only open one. */
  accept: { readonly board: string; readonly offer: Offer | undefined };
  reject: { readonly board: string; readonly offer: Offer | undefined };
  resign: { readonly board: string };
  chat: { readonly board: string; readonly text: string };
  standings: object;
  ratings: object;
  help: { readonly about: CommandName | undefined };
};

export type CommandName = keyof CommandArgs;

/** A move to queue, and the opponent's move it answers; null: it answers any. */
export type QueuedMoveText = { readonly move: string; readonly after: string | null };

/** A parsed line of text: a command and its arguments. */
export type TextCommand<N extends CommandName = CommandName> = {
  readonly [K in N]: { readonly name: K; readonly args: CommandArgs[K] };
}[N];

export const WHICH_GAMES = ['all', 'active', 'next'] as const;

/** Syntax of each command. */
export const USAGE: Readonly<Record<CommandName, string>> = {
  challenge: 'challenge [-setup] [-days=N | -time=M+S] [-rank] [-notlarger] user user [user [user]]',
  move: 'move board move[#n]',
  preview: 'preview board move[#n]',
  show: 'show board[#n]',
  history: 'history board',
  games: 'games [user] [all|active|next]',
  queue: 'queue board [move [move ...] | clear]',
  propose: 'propose board',
  undo: 'undo board',
  accept: 'accept board [draw|takeback|pause|resume|rematch]',
  reject: 'reject board [draw|takeback|pause|resume|rematch]',
  resign: 'resign board',
  chat: 'chat board text',
  standings: 'standings',
  ratings: 'ratings',
  help: 'help [command]',
};

export const isCommandName = (word: string): word is CommandName => Object.hasOwn(USAGE, word);
