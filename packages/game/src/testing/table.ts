import {
  type Command,
  CommandId,
  DEFAULT_SETTINGS,
  type GameEvent,
  GameId,
  type LoggedEvent,
  type Offer,
  type Player,
  PlayerId,
  type Settings,
} from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { CommandContext, Decision } from '../context.ts';
import { decide, type ServerCommand } from '../decide.ts';
import { apply, fold } from '../fold.ts';
import { processedSeq } from '../processed.ts';
import type { GameState } from '../state.ts';
import { openTable, type Reservation } from '../table.ts';

export const player = (name: string): Player => ({ id: PlayerId.parse(`player-${name}`), name });

/** When all tables here open, in ms since 1970. */
export const NOON = 1_700_000_000_000;

export const NEXT = GameId.parse('000000000001');

export const settings = (change: Partial<Settings> = {}): Settings => ({ ...DEFAULT_SETTINGS, ...change });

/** A table with a clock of its own and a log that grows with each command: the service without I/O. */
export class Table {
  readonly log: LoggedEvent[] = [];
  state: GameState;
  now = NOON;

  constructor(chosen: Settings, host: Player, side: Side | null, reservations: readonly Reservation[] = []) {
    const opened = openTable(chosen, host, side, reservations, this.now);
    if (!opened.ok) throw new Error(`no table: ${opened.error.code}`);
    const state = fold(null, this.#record(opened.value, host, undefined, this.now));
    if (state === null) throw new Error('a new table has events');
    this.state = state;
  }

  /** Decides a command and records its events. A repeated command adds nothing. */
  send(
    by: Player | null,
    command: Command | ServerCommand,
    context: Partial<CommandContext> = {},
    commandId?: string,
  ): Decision {
    const id = commandId === undefined ? undefined : CommandId.parse(commandId);
    if (by && id && processedSeq(this.state, by.id, id) !== undefined) return { ok: true, value: [] };
    const whole = { by, arrivedAt: this.now, now: this.now, lagMs: 0, absentSides: [], nextId: () => NEXT, ...context };
    const decision = decide(this.state, command, whole);
    if (decision.ok) this.state = this.#record(decision.value, by, id, whole.now).reduce(apply, this.state);
    return decision;
  }

  /** Answers the open offer of a kind; without one, an offer that never was. */
  answer(by: Player, type: 'accept' | 'refuse', offer: Offer): Decision {
    return this.send(by, { type, offer, seq: this.state.offers[offer]?.seq ?? 1 });
  }

  #record(
    events: readonly GameEvent[],
    by: Player | null,
    commandId: CommandId | undefined,
    at: number,
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
