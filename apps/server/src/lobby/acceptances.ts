import { randomUUID } from 'node:crypto';
import { GameId, Player, PlayerId, Refusal, SECOND_MS, Seek } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Bus } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';

/** Requests are repeated because there may briefly be no leader, and messages may be lost. */
const REPEAT_EVERY_MS = 500;

const GIVE_UP_AFTER_MS = 6 * SECOND_MS;

const MAX_ANSWERS = 5_000;

/** Repeated requests keep the same `id`. */
const Acceptance = z.object({
  id: z.string(),
  by: Player,
  address: z.string(),
  of: PlayerId,
  game: Seek,
});
export type Acceptance = z.infer<typeof Acceptance>;

const Answer = z.object({ id: z.string(), gameId: z.nullable(GameId), refusal: z.nullable(Refusal) });
type Answer = z.infer<typeof Answer>;

type Seated = Result<GameId, Refusal>;

type Dependencies = {
  readonly bus: Bus;
  readonly isLeader: () => boolean;
  /** Undefined if the caller should retry. */
  readonly seat: (acceptance: Acceptance) => Promise<Seated | undefined>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Sends acceptances of seeks to the leader, and its answers to the requesting node. */
export function createAcceptances({ bus, isLeader, seat, scheduler, reportError }: Dependencies) {
  const requests = bus.topic('seek-accept', Acceptance);
  const replies = bus.topic('seek-accepted', Answer);
  const waiting = new Map<string, (seated: Seated) => void>();
  const inFlight = new Set<string>();
  const answers = new LRUCache<string, Answer>({ max: MAX_ANSWERS });

  requests.on((acceptance) => {
    const { id } = acceptance;
    const known = answers.get(id);
    if (known !== undefined) return replies.announce(known);
    if (!isLeader() || inFlight.has(id)) return undefined;
    inFlight.add(id);
    seat(acceptance)
      .then((seated) => {
        if (seated === undefined) return;
        const answer = seated.ok
          ? { id, gameId: seated.value, refusal: null }
          : { id, gameId: null, refusal: seated.error };
        answers.set(id, answer);
        replies.announce(answer);
      })
      .catch(reportError)
      .finally(() => inFlight.delete(id));
    return undefined;
  });

  replies.on(({ id, gameId, refusal }) => {
    if (gameId !== null) waiting.get(id)?.(ok(gameId));
    else if (refusal !== null) waiting.get(id)?.(err(refusal));
  });

  return {
    request(details: Omit<Acceptance, 'id'>): Promise<Seated> {
      const acceptance = { ...details, id: randomUUID() };
      const { promise, resolve } = Promise.withResolvers<Seated>();
      waiting.set(acceptance.id, resolve);
      const stopRepeating = scheduler.every(REPEAT_EVERY_MS, () => requests.announce(acceptance));
      const cancel = scheduler.after(GIVE_UP_AFTER_MS, () => resolve(err({ code: 'busy', retryMs: SECOND_MS })));
      requests.announce(acceptance);
      return promise.finally(() => {
        stopRepeating();
        cancel();
        waiting.delete(acceptance.id);
      });
    },

    close(): void {
      for (const resolve of waiting.values()) resolve(err({ code: 'busy', retryMs: SECOND_MS }));
    },
  };
}
