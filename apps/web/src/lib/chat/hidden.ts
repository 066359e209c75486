import { Player, type PlayerId } from '@terrace/protocol';
import * as z from 'zod/mini';

/** Players whose messages are hidden: muted on this device, or blocked by the server, which this device remembers to undo. */
const Hidden = z.object({ muted: z.array(Player), blocked: z.array(Player) });
export type Hidden = Readonly<z.infer<typeof Hidden>>;
export type HideMode = keyof Hidden;

const KEY = 'hidden talk';
export const NOBODY_HIDDEN: Hidden = { muted: [], blocked: [] };

export const isHidden = ({ muted, blocked }: Hidden, id: PlayerId): boolean =>
  [...muted, ...blocked].some((player) => player.id === id);

export function hide(hidden: Hidden, mode: HideMode, player: Player, on: boolean): Hidden {
  const others = hidden[mode].filter(({ id }) => id !== player.id);
  return { ...hidden, [mode]: on ? [...others, player] : others };
}

/** @returns nobody when the text is none of ours */
export function readHidden(storage: Storage): Hidden {
  try {
    return Hidden.parse(JSON.parse(storage.getItem(KEY) ?? ''));
  } catch {
    return NOBODY_HIDDEN;
  }
}

export function writeHidden(storage: Storage, hidden: Hidden): void {
  try {
    storage.setItem(KEY, JSON.stringify(hidden));
  } catch {
    // Storage may be forbidden: what is hidden then lasts as long as the page.
  }
}
