import type { Offer, Settings } from '@terrace/protocol';
import type { SetupName } from '@terrace/rules';

/** Everything that can be said in a line of text, by its first word. A `board` is a game's id, or how one begins. */
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
  /** The board before move `ply`, or as it is now. */
  show: { readonly board: string; readonly ply: number | undefined };
  history: { readonly board: string };
  /** `user` undefined: the asker. */
  games: { readonly user: string | undefined; readonly which: (typeof WHICH_GAMES)[number] };
  /** `moves` undefined: only asks what waits. */
  queue: { readonly board: string; readonly moves: readonly QueuedMoveText[] | undefined };
  propose: { readonly board: string };
  undo: { readonly board: string };
  /** `offer` undefined: the only one that stands. */
  accept: { readonly board: string; readonly offer: Offer | undefined };
  reject: { readonly board: string; readonly offer: Offer | undefined };
  resign: { readonly board: string };
  chat: { readonly board: string; readonly text: string };
  standings: object;
  ratings: object;
  help: { readonly about: CommandName | undefined };
};

export type CommandName = keyof CommandArgs;

/** A move for later, and the opponent's move it is to answer; null: it answers any. */
export type QueuedMoveText = { readonly move: string; readonly after: string | null };

/** A line of text, read: what is to be done, and with what. */
export type TextCommand<N extends CommandName = CommandName> = {
  readonly [K in N]: { readonly name: K; readonly words: CommandArgs[K] };
}[N];

export const WHICH_GAMES = ['all', 'active', 'next'] as const;

/** How each command is written. */
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
