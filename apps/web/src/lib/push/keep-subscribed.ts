import type { Me } from '@terrace/protocol';
import { tabStorage } from '#lib/device/device-storage.ts';
import { noticeMode, setNoticeMode } from './device-notices.ts';
import { currentSubscription, unsubscribeDevice } from './device-push.ts';
import { pushApi } from './push-api.ts';

const KEY = 'push of';

/** Registers this device for whoever is signed in, once per tab and identity: the server removed it at a sign-out. */
export async function keepSubscribed({ player, guest }: Me): Promise<void> {
  if (noticeMode() !== 'push') return;
  const identity = `${player.id} ${guest}`;
  if (tabStorage.read(KEY) === identity) return;
  const subscription = await currentSubscription();
  if (subscription === null) return setNoticeMode('off');
  if ((await pushApi.subscribe(subscription)).ok) tabStorage.write(KEY, identity);
}

/** Called before a sign-in, which begins a session without this device. */
export const registerAgain = (): void => tabStorage.remove(KEY);

/** Called after a sign-out. */
export async function forgetDevice(): Promise<void> {
  setNoticeMode('off');
  registerAgain();
  await unsubscribeDevice();
}
