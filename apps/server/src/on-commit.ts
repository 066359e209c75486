import type { Computers } from './computers/computers.ts';
import type { Exhibition } from './computers/exhibition.ts';
import type { ConditionalMoveService } from './conditional-moves/conditional-moves.ts';
import type { DeadlineTimers } from './deadlines/timers.ts';
import type { Committed } from './game-service/service.ts';
import type { Inbox } from './inbox/inbox.ts';
import type { Attendance } from './lobby/attendance.ts';
import type { Lobby } from './lobby/lobby.ts';
import type { Commits } from './nodes/commits.ts';
import type { GamePresence } from './presence/presence.ts';
import type { Ratings } from './ratings/ratings.ts';
import { createListeners } from './runtime/listeners.ts';
import type { VacationWriter } from './vacations/write-vacations.ts';

type Reaction = (committed: Committed) => void;

type Reacting = {
  readonly ratings: Pick<Ratings, 'rateEnded'>;
  readonly commits: Pick<Commits, 'publish'>;
  readonly computers: Pick<Computers, 'setAside' | 'play'>;
  readonly vacations: Pick<VacationWriter, 'react'>;
  readonly conditionals: Pick<ConditionalMoveService, 'react'>;
  readonly notifications: { readonly react: Reaction };
  readonly lobby: Pick<Lobby, 'update'>;
  readonly attendance: Pick<Attendance, 'update'>;
  readonly inbox: Pick<Inbox, 'update'>;
  readonly presence: Pick<GamePresence, 'update'>;
  readonly timers: Pick<DeadlineTimers, 'update'>;
  readonly exhibition: Pick<Exhibition, 'update'>;
  readonly broadcastEvents: Reaction;
  readonly streamEvents: Reaction;
  readonly reportError: (error: unknown) => void;
};

/**
 * All reactions to a commit of this node, or to one of another node in a game that is followed here, in order. They run
 * in the tick in which the feed publishes it, so that all have the same state before the next commit. Other nodes
 * receive a commit before slower work starts.
 */
export function createOnCommit({ computers, reportError, ...reacting }: Reacting): Reaction {
  const reactions = createListeners<[committed: Committed]>(reportError);
  for (const reaction of [
    reacting.ratings.rateEnded,
    reacting.commits.publish,
    computers.setAside,
    computers.play,
    reacting.conditionals.react,
    reacting.lobby.update,
    reacting.presence.update,
    reacting.attendance.update,
    reacting.broadcastEvents,
    reacting.inbox.update,
    reacting.streamEvents,
    reacting.timers.update,
    reacting.exhibition.update,
    reacting.vacations.react,
    reacting.notifications.react,
  ]) {
    reactions.add(reaction);
  }
  return reactions.call;
}
