import type { GameState } from '@terrace/game';
import { CommandId, type GameId, isComputer } from '@terrace/protocol';
import type { Committed, GameService } from '../game/service.ts';

type Services = {
  readonly service: GameService;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

export type Computers = ReturnType<typeof createComputers>;

/** Computers as players: they sit down where a seat is kept for them, by the same command as people. */
export function createComputers({ service, now, report }: Services) {
  async function sitDown(gameId: GameId, { seats, seq }: GameState): Promise<void> {
    for (const { side, reserved } of seats) {
      if (reserved === null || !isComputer(reserved)) continue;
      const commandId = CommandId.parse(`sit-${side}-${seq}-${gameId}`);
      const command = { type: 'sit', side } as const;
      await service.command({ gameId, by: reserved, commandId, command, arrivedAt: now() });
    }
  }

  service.onCommitted(({ gameId, state }: Committed) => {
    if (state.status === 'open') sitDown(gameId, state).catch(report);
  });
}
