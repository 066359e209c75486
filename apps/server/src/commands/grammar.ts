import type { CommandName, Offer, Settings } from '@terrace/protocol';
import type { SetupName, Side } from '@terrace/rules';

/** The arguments of every text command, by its name; how each is written is the protocol's `USAGE`. */
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
  /** `side` undefined: that of the only one who has gone. */
  claim: { readonly board: string; readonly side: Side | undefined };
  chat: { readonly board: string; readonly text: string };
  standings: object;
  ratings: object;
  help: { readonly about: CommandName | undefined };
};

/** A move to queue, and the opponent's move it answers; null: it answers any. */
export type QueuedMoveText = { readonly move: string; readonly after: string | null };

export type TextCommand<N extends CommandName = CommandName> = {
  readonly [K in N]: { readonly name: K; readonly args: CommandArgs[K] };
}[N];

export const WHICH_GAMES = ['all', 'active', 'next'] as const;
