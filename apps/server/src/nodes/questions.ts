import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Answers, NodeId } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';

/** How long to wait for answers. A node that answers later is overloaded or gone. */
const ANSWER_WITHIN_MS = 500;

const Question = z.object({ id: z.string(), question: z.unknown() });
const Answer = z.object({ id: z.string(), answer: z.unknown() });

type Post = (channel: string, topic: string, body: unknown) => Promise<number | undefined>;

type Dependencies = {
  /** @returns how many other nodes receive the message; undefined if it may not have been sent */
  readonly send: Post;
  readonly listen: (topic: string, receive: (key: string, body: unknown, from: NodeId) => void) => void;
  readonly scheduler: Pick<Scheduler, 'after'>;
};

type Kind<Q, A> = {
  readonly name: string;
  readonly question: z.core.$ZodType<Q>;
  readonly answer: z.core.$ZodType<A>;
  readonly reply: (key: string, question: Q) => A;
  /** The channel of the answers to a node's question. */
  readonly answerTo: (from: NodeId, key: string) => string;
};

/** Questions to the subscribers of a channel. As many answers are expected as nodes received the question. */
export function createQuestions({ send, listen, scheduler }: Dependencies) {
  return function question<Q, A>({ name, reply, answerTo, ...schemas }: Kind<Q, A>) {
    const answers = `${name}:answer`;
    const waiting = new Map<string, (answer: A) => void>();

    listen(name, (key, body, from) => {
      const { id, question } = Question.parse(body);
      const answer = reply(key, z.parse(schemas.question, question));
      void send(answerTo(from, key), answers, { id, answer }); // never rejects
    });
    listen(answers, (_, body) => {
      const { id, answer } = Answer.parse(body);
      waiting.get(id)?.(z.parse(schemas.answer, answer));
    });

    /** @param receive is called with each answer as it arrives */
    return async (channel: string, question: Q, receive?: (answer: A) => void): Promise<Answers<A>> => {
      const id = randomUUID();
      const received: A[] = [];
      const { promise: complete, resolve } = Promise.withResolvers<void>();
      let expected = Number.POSITIVE_INFINITY;
      const resolveWhenComplete = (): void => {
        if (received.length >= expected) resolve();
      };
      waiting.set(id, (answer) => {
        received.push(answer);
        receive?.(answer);
        resolveWhenComplete();
      });
      const cancel = scheduler.after(ANSWER_WITHIN_MS, resolve);
      const receivers = await send(channel, name, { id, question });
      expected = receivers ?? 0;
      resolveWhenComplete();
      await complete;
      cancel();
      waiting.delete(id);
      return { answers: received, isComplete: receivers !== undefined && received.length >= receivers };
    };
  };
}
