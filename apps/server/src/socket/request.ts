import type { Payload, Refusal, Reply, RequestName } from '@terrace/protocol';
import type { Result } from '@terrace/rules';
import type { Socket } from 'socket.io';
import type { Actor } from '../accounts/actor.ts';
import type { Group } from '../admission/admission.ts';
import type { Done } from '../admission/concurrency.ts';

/** Who sent a request, from which address block, through which socket, and when it arrived, in ms since 1970. */
export type RequestContext<A extends Actor | null = Actor | null> = {
  readonly actor: A;
  readonly address: string;
  readonly socket: Socket;
  readonly arrivedAt: number;
  /** Takes what the answer has cost beyond the request, as it turned out, from what its sender may ask next. */
  readonly charge: (cost: number) => void;
  /** Waits for a place in a group, held until `done` resolves. @returns the refusal when too many wait already */
  readonly enter: (group: Group, done: Done) => Promise<Refusal | undefined>;
};

type Handler<N extends RequestName, A extends Actor | null> = (
  payload: Payload<N>,
  context: RequestContext<A>,
) => Promise<Result<Reply<N>, Refusal>>;

export type Lane = 'game' | 'lobby' | 'lists' | 'pairing';

type Common = {
  /**
   * Requests of one lane are answered one after another on a connection: those that change what it follows must not
   * overtake each other, and of each question only one is asked of the database at a time. Requests without a lane wait for none.
   */
  readonly lane: Lane | null;
  /**
   * What happens to a request above its sender's limit. Requests that only give something up are answered all the same: what a
   * page has left would otherwise continue to cost.
   */
  readonly aboveLimit: 'reject' | 'answer';
};

/** For connections with and without a player, and for tokens with any scope. */
type ReadRequest<N extends RequestName> = Common & {
  readonly scope: 'read';
  readonly handler: Handler<N, Actor | null>;
};

/** For players, whose token needs this scope. */
type PlayRequest<N extends RequestName> = Common & { readonly scope: 'play'; readonly handler: Handler<N, Actor> };

export type SocketRequest<N extends RequestName> = ReadRequest<N> | PlayRequest<N>;

export type SocketRequests = { readonly [N in RequestName]: SocketRequest<N> };
