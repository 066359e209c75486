import { randomInt } from 'node:crypto';
import type { GameState } from '@terrace/game';
import {
  computerPlayer,
  DEFAULT_SETTINGS,
  type GameId,
  HOUR_MS,
  isComputersOnly,
  SECOND_MS,
  type Strength,
} from '@terrace/protocol';
import { SETUPS, type SetupName } from '@terrace/rules';
import { newCommandId } from '../game-service/command-ids.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import type { Audience } from '../presence/audience.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import type { Computers } from './computers.ts';

const CHECK_EVERY_MS = SECOND_MS;

/** How long a result stays on display before the next game begins. */
const REST_MS = 10 * SECOND_MS;

const KEPT_MS = HOUR_MS;

/** Setups whose games mostly have a winner (`docs/terrace.md`), and computers that think briefly. */
const SHOWN_SETUPS: readonly SetupName[] = ['long', 'four', 'three'];
const SHOWN_STRENGTHS: readonly Strength[] = [4, 5, 6];

/** Instants are ms since 1970. */
export type ExhibitionStore = {
  liveExhibition(): Promise<GameId | undefined>;
  /** @returns the deleted games */
  deleteExhibitions(instant: number): Promise<readonly GameId[]>;
};

type Dependencies = {
  readonly service: GameService;
  readonly store: ExhibitionStore;
  readonly computers: Pick<Computers, 'playComputers'>;
  readonly audience: Audience;
  readonly isLeader: () => boolean;
  readonly evict: (games: readonly GameId[]) => void;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

type Shown = { readonly gameId: GameId; readonly state: GameState };

export type Exhibition = ReturnType<typeof createExhibition>;

/**
 * While a client watches an empty server, computers play an exhibition game. It is in no list of finished games, and is
 * deleted an hour after its end. It pauses without viewers and while people play. The leader runs it.
 */
export function createExhibition(dependencies: Dependencies) {
  const { service, store, computers, audience, isLeader, evict, scheduler, reportError } = dependencies;
  const { now } = scheduler;
  let shown: Shown | undefined;

  async function check(): Promise<void> {
    if (!isLeader()) {
      shown = undefined; // the next leader reads the current game from the store
      return;
    }
    if (!audience.wantsExhibition()) return;
    shown ??= await readShown();
    if (shown?.state.status === 'live') computers.playComputers(shown.gameId, shown.state);
    else if (shown === undefined || now() - shown.state.lastAt > REST_MS) await begin();
  }

  async function readShown(): Promise<Shown | undefined> {
    const gameId = await store.liveExhibition();
    const state = gameId && (await service.state(gameId));
    return state ? { gameId, state } : undefined;
  }

  async function begin(): Promise<void> {
    evict(await store.deleteExhibitions(now() - KEPT_MS));
    shown = undefined;
    const setup = pick(SHOWN_SETUPS);
    const settings = { ...DEFAULT_SETTINGS, setup, time: null };
    const [first, ...others] = SETUPS[setup].seats.map((side, i) => ({
      side,
      player: computerPlayer(pick(SHOWN_STRENGTHS), i + 1),
    }));
    if (first === undefined) return;
    const commandId = newCommandId();
    await service.createGame({ commandId, settings, seating: [first, ...others] });
  }

  const { request, close } = poll(check, { everyMs: CHECK_EVERY_MS, scheduler, reportError });
  return {
    update({ gameId, state }: Committed): void {
      if (isComputersOnly(state.seats) && (shown === undefined || shown.gameId === gameId)) shown = { gameId, state };
    },

    start: request,
    close,
  };
}

function pick<T>(choices: readonly T[]): T {
  const chosen = choices[randomInt(choices.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
