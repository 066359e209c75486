import { GameId, LoggedEvent } from '@terrace/protocol';
import { z } from 'zod';
import type { Committed, GameService } from '../game-service/service.ts';
import type { Bus, RecoverFromGaps } from '../runtime/nodes.ports.ts';

/** `at` is the time of publication, in ms since 1970. */
const Commit = z.object({ gameId: GameId, events: z.array(LoggedEvent), at: z.number() });

type Dependencies = {
  readonly bus: Pick<Bus, 'topic'>;
  readonly recoverFromGaps: RecoverFromGaps;
  readonly service: Pick<GameService, 'receive' | 'publishMissed'>;
  readonly now: () => number;
  readonly onReceived: (lagMs: number) => void;
  readonly reportError: (error: unknown) => void;
};

export type Commits = ReturnType<typeof createCommits>;

/** Publishes this node's commits to the other nodes. After a gap, changed games are read from Postgres. */
export function createCommits({ bus, recoverFromGaps, service, now, onReceived, reportError }: Dependencies) {
  const commits = bus.topic('commit', Commit);

  commits.on(({ gameId, events, at }) => {
    onReceived(now() - at);
    service.receive(gameId, events).catch(reportError);
  });

  return {
    ...recoverFromGaps(service.publishMissed),

    publish({ isLocal, gameId, events }: Committed): void {
      if (isLocal) commits.publish({ gameId, events: [...events], at: now() });
    },
  };
}
