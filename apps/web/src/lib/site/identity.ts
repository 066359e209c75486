import type { Me } from '@terrace/protocol';
import { deviceStorage } from '#lib/device/device-storage.ts';

const KEY = 'identity';

const identityOf = ({ player, guest }: Me): string => `${player.id} ${guest ? 'guest' : 'account'}`;

/** Tells the other tabs who the visitor is, and calls `onChange` when another tab signed in or out. */
export function followIdentity(me: Me, onChange: () => void, signal: AbortSignal): void {
  const identity = identityOf(me);
  if (deviceStorage.read(KEY) !== identity) deviceStorage.write(KEY, identity);
  addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key === KEY && newValue !== null && newValue !== identity) onChange();
    },
    { signal },
  );
}
