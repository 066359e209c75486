import type { Payload, Refusal, Reply, RequestName } from '@terrace/protocol';
import type { Result } from '@terrace/rules';
import type { Socket } from 'socket.io';
import type { Actor } from '../accounts/actor.ts';
import type { Group } from '../admission/admission.ts';
import type { Done } from '../admission/concurrency.ts';

/** `address` is the sender's address block; `arrivedAt` is in ms since 1970. */
export type RequestContext<A extends Actor | null = Actor | null> = {
  readonly actor: A;
  readonly address: string;
  readonly socket: Socket;
  readonly arrivedAt: number;
  readonly charge: (cost: number) => void;
  /** Waits for a place in a group, held until `done` resolves. @returns the refusal when too many wait */
  readonly enter: (group: Group, done: Done) => Promise<Refusal | undefined>;
};

type Handler<N extends RequestName, A extends Actor | null> = (
  payload: Payload<N>,
  context: RequestContext<A>,
) => Promise<Result<Reply<N>, Refusal>>;

export type Lane = 'game' | 'lobby' | 'lists' | 'pairing';

type Common = {
  /** Requests of one lane run in order: subscriptions must not overtake each other, queries must not pile up. */
  readonly lane: Lane | null;
  /** Requests that release resources are answered even above the limit, or old subscriptions would remain. */
  readonly aboveLimit: 'reject' | 'answer';
};

/** For connections with or without a player, and tokens with any scope. */
type ReadRequest<N extends RequestName> = Common & {
  readonly scope: 'read';
  readonly handler: Handler<N, Actor | null>;
};

/** For players, and tokens with the scope `play`. */
type PlayRequest<N extends RequestName> = Common & { readonly scope: 'play'; readonly handler: Handler<N, Actor> };

export type SocketRequest<N extends RequestName> = ReadRequest<N> | PlayRequest<N>;

export type SocketRequests = { readonly [N in RequestName]: SocketRequest<N> };
