import { messages, timeText } from '@terrace/messages';
import type { GameRow, Settings } from '@terrace/protocol';
import { partsOf } from '#lib/game-settings/setup-parts.ts';

export const tableTitle = ({ settings }: GameRow): string => messages.setup[settings.setup];

/** A game in a few words: `10 + 5 · Two · Long`. @param time how its time is written */
export function gameText(game: Pick<Settings, 'setup' | 'time' | 'rated'>, time: string = timeText(game.time)): string {
  const { setup, rated } = game;
  if (setup === 'custom') return [time, messages.setup.custom].join(' · ');
  const { seats, two, board } = partsOf(setup);
  return [
    time,
    messages.lobby.seatChoices[seats],
    ...(seats === 'two' ? [messages.setup[two]] : []),
    ...(board === 'small' ? [messages.lobby.boards.small] : []),
    ...(rated ? [messages.pairing.rated] : []),
  ].join(' · ');
}
