import { messages, timeText } from '@terrace/messages';
import type { GameRow, Settings } from '@terrace/protocol';
import { partsOf } from '#lib/game-settings/setup-parts.ts';

export const tableTitle = ({ settings }: GameRow): string => messages.setup[settings.setup];

/** A short description of a game: `10 + 5 · Two · Long`. @param time the text for its time */
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
