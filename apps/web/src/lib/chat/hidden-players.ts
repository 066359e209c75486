import { Player, type PlayerId } from '@terrace/protocol';
import * as z from 'zod/mini';
import type { DeviceStorage } from '#lib/device/device-storage.ts';

/** Muted on this device, or blocked on the server and remembered here for unblocking. */
const HiddenPlayers = z.object({ muted: z.array(Player), blocked: z.array(Player) });
export type HiddenPlayers = Readonly<z.infer<typeof HiddenPlayers>>;
export type HideMode = keyof HiddenPlayers;

const KEY = 'hidden talk';
export const NO_HIDDEN_PLAYERS: HiddenPlayers = { muted: [], blocked: [] };

export const isHidden = ({ muted, blocked }: HiddenPlayers, id: PlayerId): boolean =>
  [...muted, ...blocked].some((player) => player.id === id);

export function setHidden(hidden: HiddenPlayers, mode: HideMode, player: Player, on: boolean): HiddenPlayers {
  const others = hidden[mode].filter(({ id }) => id !== player.id);
  return { ...hidden, [mode]: on ? [...others, player] : others };
}

export const loadHiddenPlayers = (storage: DeviceStorage): HiddenPlayers =>
  storage.readJson(KEY, HiddenPlayers) ?? NO_HIDDEN_PLAYERS;

export function saveHiddenPlayers(storage: DeviceStorage, hidden: HiddenPlayers): void {
  storage.writeJson(KEY, hidden);
}
