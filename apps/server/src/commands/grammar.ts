import type { CleanText, CommandName, Offer, Settings } from '@terrace/protocol';
import type { DiagramStyle, SetupName, Side } from '@terrace/rules';

/** The arguments of each text command. The syntax is the protocol's `USAGE`. */
export type CommandArgs = {
  challenge: {
    /** Names in the order of the setup's seats. */
    readonly users: readonly string[];
    readonly setup: SetupName;
    readonly rules: Settings['rules'];
    readonly time: Settings['time'];
    readonly rated: boolean;
  };
  /** `move` as written, with its `#n` if it has one. */
  move: { readonly board: string; readonly move: string };
  preview: { readonly board: string; readonly move: string };
  /** The position before move `ply`; the current one if undefined. */
  show: { readonly board: string; readonly ply: number | undefined; readonly style: DiagramStyle };
  history: { readonly board: string };
  /** The sender if `user` is undefined. */
  games: { readonly user: string | undefined; readonly which: (typeof WHICH_GAMES)[number] };
  /** Shows the queue if `moves` is undefined. */
  queue: { readonly board: string; readonly moves: readonly QueuedMoveText[] | undefined };
  withdraw: { readonly board: string };
  redo: { readonly board: string };
  offer: { readonly board: string; readonly offer: Offer };
  abort: { readonly board: string };
  give: { readonly board: string };
  propose: { readonly board: string };
  undo: { readonly board: string };
  accept: OfferArguments;
  reject: OfferArguments;
  resign: { readonly board: string };
  /** The only absent side if `side` is undefined. */
  claim: { readonly board: string; readonly side: Side | undefined };
  /** Shows the latest messages if `text` is undefined. */
  chat: { readonly board: string; readonly text: CleanText | undefined };
  /** Shows the note if `text` is undefined, and deletes it if `text` is empty. */
  note: { readonly board: string; readonly text: CleanText | undefined };
  /** Shows the sender's vacation if `days` is undefined. */
  vacation: { readonly days: number | 'end' | undefined };
  standings: object;
  ratings: object;
  help: { readonly about: CommandName | undefined };
};

/** The only open offer if `offer` is undefined. `seq` is the number of the offer's event; undefined: the open one. */
export type OfferArguments = {
  readonly board: string;
  readonly offer: Offer | undefined;
  readonly seq: number | undefined;
};

/** A queued move, and the opponent's move it answers; null for any. */
export type QueuedMoveText = { readonly move: string; readonly after: string | null };

export type TextCommand<N extends CommandName = CommandName> = {
  readonly [K in N]: { readonly name: K; readonly args: CommandArgs[K] };
}[N];

export const WHICH_GAMES = ['all', 'active', 'next'] as const;
