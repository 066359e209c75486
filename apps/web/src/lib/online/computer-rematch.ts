import type { GameState } from '@terrace/game';
import { CommandId, type Strength } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

/** The request for the same game on the same side, with computers in all other seats. */
export const computerRematch = ({ settings, seats }: GameState, side: Side, strength: Strength) => ({
  commandId: CommandId.parse(crypto.randomUUID()),
  settings: { ...settings, rated: false, starts: 'full' as const },
  side,
  reserved: [],
  computers: seats.flatMap((seat) => (seat.side === side ? [] : [{ side: seat.side, strength }])),
  from: null,
});
