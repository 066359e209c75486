import { type Command, CommandId, type LoggedEvent, type Player, PlayerId, type Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { type Asking, type Decision, decide, type OwnCommand, open } from '../decide.ts';
import { apply, fold } from '../fold.ts';
import type { GameState } from '../state.ts';

export const player = (name: string): Player => ({ id: PlayerId.parse(`player-${name}`), name });

/** The instant all tables here open at, ms since 1970. */
export const NOON = 1_700_000_000_000;

/** A table with a clock of its own, whose log grows as its commands are decided: the service without its I/O. */
export class Table {
  readonly log: LoggedEvent[] = [];
  state: GameState;
  now = NOON;

  constructor(settings: Settings, host: Player, side: Side) {
    const state = fold(null, this.#record(open(settings, host, side), host, undefined));
    if (state === null) throw new Error('a table opens with events');
    this.state = state;
  }

  ask(by: Player | null, command: Command | OwnCommand, asking: Partial<Asking> = {}, commandId?: string): Decision {
    const decision = decide(this.state, command, { by, arrivedAt: this.now, now: this.now, ...asking });
    if (decision.ok) {
      const id = commandId === undefined ? undefined : CommandId.parse(commandId);
      this.state = this.#record(decision.value, by, id, asking.now).reduce(apply, this.state);
    }
    return decision;
  }

  #record(
    events: readonly LoggedEvent['event'][],
    by: Player | null,
    commandId?: CommandId,
    at = this.now,
  ): LoggedEvent[] {
    const logged = events.map((event, i) => ({
      seq: this.log.length + 1 + i,
      at,
      ...(by && { by: by.id }),
      ...(commandId && { commandId }),
      event,
    }));
    this.log.push(...logged);
    return logged;
  }
}
