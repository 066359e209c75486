import { GameId, PlayerId, SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import { createListeners } from '../runtime/listeners.ts';
import type { Bus, Keys, NodeId, Scope, Topic } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import type { Carrier } from './carrier.ts';
import { createQuestions } from './questions.ts';

export const BUS_HEARTBEAT_EVERY_MS = SECOND_MS;

/** All nodes subscribe to this channel. */
export const LOBBY_CHANNEL = 'lobby';

export const channelOf = (scope: Scope | 'node', key: string): string => `${scope}:${key}`;

const parseKey: { readonly [S in Scope]: (text: string) => Keys[S] } = {
  game: (text) => GameId.parse(text),
  player: (text) => PlayerId.parse(text),
};

/** A message on the wire. On the lobby channel, `n` is the sender's message count, from 1. */
const Envelope = z.object({
  from: z.string(),
  n: z.optional(z.int().positive()),
  topic: z.string(),
  body: z.unknown(),
});

type Dependencies = {
  readonly node: NodeId;
  /** Undefined when this node is the only one. */
  readonly carrier: Carrier | undefined;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type NodeBus = Bus & {
  /** Messages of a node may be lost. `missedMs` is the time since its last one to all nodes; infinite for a new node. */
  onGap(listener: (from: NodeId, missedMs: number) => void): void;
  /** Forgets a node that is gone. Its next message is a gap. */
  forget(from: NodeId): void;
  /** Resolves when the subscription is active, or at once while Redis is unreachable. */
  subscribe(channel: string): Promise<void>;
  unsubscribe(channel: string): void;
  start(): Promise<void>;
  close(): void;
};

/**
 * Whether this node receives the channel's messages, and whether it is the only one. A node that follows a game
 * announces itself with a question; that replaces this object, so that a message which was sent before cannot set
 * `isOnly` afterwards.
 */
type Subscription = { readonly isActive: boolean; isOnly: boolean };

type Received = { n: number; at: number };
type Receive = (key: string, body: unknown, from: NodeId) => void;

/**
 * Messages between nodes. Those on the lobby channel are numbered by sender, and a message to another channel that
 * could not be sent skips a number. So each loss shows as a gap within a second, and listeners then recover the missed
 * data from elsewhere. A node that is alone at a game publishes nothing about it.
 */
export function createBus({ node, carrier, scheduler, reportError }: Dependencies): NodeBus {
  const { elapsed, every } = scheduler;
  const lastReceived = new Map<NodeId, Received>();
  const topics = new Map<string, Receive>();
  const gaps = createListeners<[from: NodeId, missedMs: number]>(reportError);
  const subscribed = new Map<string, Subscription>();
  const ownPrefix = JSON.stringify({ from: node }).slice(0, -1);
  let n = 0;
  let stopHeartbeats: Cancel | undefined;

  /** Never rejects. @returns how many other nodes receive the message; undefined if it may not have been sent */
  async function send(channel: string, topic: string, body: unknown): Promise<number | undefined> {
    if (carrier === undefined) return 0;
    const isNumbered = channel === LOBBY_CHANNEL;
    if (isNumbered) n += 1;
    const own = subscribed.get(channel);
    try {
      const text = JSON.stringify({ from: node, ...(isNumbered && { n }), topic, body });
      const subscribers = await carrier.send(channel, text);
      if (!own?.isActive) return subscribers;
      own.isOnly = subscribers === 1;
      return subscribers - 1;
    } catch {
      if (!isNumbered) n += 1;
      return undefined;
    }
  }

  /** Other nodes may have joined unheard. @param isActive whether all subscriptions are; unchanged if undefined */
  function forgetIsOnly(isActive?: boolean): void {
    for (const [channel, own] of subscribed) {
      subscribed.set(channel, { isActive: isActive ?? own.isActive, isOnly: false });
    }
  }

  function findGap(from: NodeId, n: number): void {
    const last = lastReceived.get(from);
    lastReceived.set(from, { n, at: elapsed() });
    if (last === undefined) beat(); // so that the new node receives from this one without delay
    if (last?.n === n - 1) return;
    forgetIsOnly();
    gaps.call(from, last === undefined ? Number.POSITIVE_INFINITY : elapsed() - last.at);
  }

  carrier?.listen((channel, text) => {
    if (text.startsWith(ownPrefix)) return;
    if (subscribed.has(channel)) subscribed.set(channel, { isActive: true, isOnly: false });
    try {
      const { from, n, topic, body } = Envelope.parse(JSON.parse(text));
      if (n !== undefined) findGap(from, n);
      const key = channel.slice(channel.indexOf(':') + 1);
      topics.get(topic)?.(key, body, from); // newer versions may have topics unknown here
    } catch (error) {
      reportError(error);
    }
  });
  carrier?.onInterrupted(() => forgetIsOnly(false));
  carrier?.onRestored(() => {
    forgetIsOnly(true);
    for (const [from, { at }] of lastReceived) gaps.call(from, elapsed() - at);
  });

  const beat = (): void => void send(LOBBY_CHANNEL, 'beat', null);

  function listen(name: string, receive: Receive): void {
    if (topics.has(name)) throw new Error(`duplicate bus topic "${name}"`);
    topics.set(name, receive);
  }

  async function subscribe(channel: string): Promise<void> {
    subscribed.set(channel, { isActive: false, isOnly: false });
    try {
      await carrier?.subscribe(channel);
      if (subscribed.has(channel)) subscribed.set(channel, { isActive: true, isOnly: false });
    } catch {
      // `onRestored` follows
    }
  }

  const createQuestion = createQuestions({ send, listen, scheduler });
  const toNode = (from: NodeId): string => channelOf('node', from);

  return {
    node,

    topic<T>(name: string, schema: z.core.$ZodType<T>): Topic<T> {
      const listeners = createListeners<[message: T, from: NodeId]>(reportError);
      listen(name, (_, body, from) => listeners.call(z.parse(schema, body), from));
      return {
        publish: (message) => void send(LOBBY_CHANNEL, name, message),
        announce(message) {
          void send(LOBBY_CHANNEL, name, message);
          listeners.call(message, node);
        },
        on: listeners.add,
      };
    },

    scopedTopic<S extends Scope, T>(scope: S, name: string, schema: z.core.$ZodType<T>) {
      const listeners = createListeners<[key: Keys[S], message: T, from: NodeId]>(reportError);
      listen(name, (key, body, from) => listeners.call(parseKey[scope](key), z.parse(schema, body), from));
      return {
        publish(key: Keys[S], message: T): void {
          const channel = channelOf(scope, key);
          const isUseless = scope === 'game' && subscribed.get(channel)?.isOnly === true;
          if (!isUseless) void send(channel, name, message);
        },
        announce(key: Keys[S], message: T): void {
          void send(channelOf(scope, key), name, message);
          listeners.call(key, message, node);
        },
        on: listeners.add,
      };
    },

    question(name, schemas, answer) {
      const ask = createQuestion({ name, ...schemas, reply: (_, question) => answer(question), answerTo: toNode });
      return async (question) => {
        const others = await ask(LOBBY_CHANNEL, question);
        return { ...others, answers: [answer(question), ...others.answers] };
      };
    },

    scopedQuestion(scope, name, schemas, answer) {
      const ask = createQuestion({
        name,
        ...schemas,
        reply: (key, question) => answer(parseKey[scope](key), question),
        answerTo: scope === 'game' ? (_, key) => channelOf(scope, key) : toNode,
      });
      return async (key, question, receive) => {
        const channel = channelOf(scope, key);
        if (scope === 'game' && !subscribed.has(channel))
          throw new Error(`${channel} must be followed before questions`);
        const others = await ask(channel, question, receive);
        return { ...others, answers: [answer(key, question), ...others.answers] };
      };
    },

    onGap: gaps.add,
    silentMs: (from) => elapsed() - (lastReceived.get(from)?.at ?? Number.NEGATIVE_INFINITY),
    forget: (from) => void lastReceived.delete(from),

    subscribe,
    unsubscribe(channel) {
      subscribed.delete(channel);
      carrier?.unsubscribe(channel);
    },

    async start() {
      await Promise.all([LOBBY_CHANNEL, channelOf('node', node)].map(subscribe));
      beat();
      stopHeartbeats = every(BUS_HEARTBEAT_EVERY_MS, beat);
    },

    close: () => stopHeartbeats?.(),
  };
}
