import { Player, type PlayerId } from '@terrace/protocol';
import * as z from 'zod/mini';
import type { DeviceStorage } from '#lib/device/device-storage.ts';

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

/** @returns no players when nothing readable is stored */
export const readHidden = (storage: DeviceStorage): Hidden => storage.readJson(KEY, Hidden) ?? NOBODY_HIDDEN;

export function writeHidden(storage: DeviceStorage, hidden: Hidden): void {
  storage.writeJson(KEY, hidden);
}
