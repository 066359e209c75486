import { forgetOfflineGames } from '#lib/inbox/offline-games.ts';
import { forgetDevice } from '#lib/push/keep-subscribed.ts';

/** Removes what this device has stored for a visitor who has signed out. */
export async function forgetVisitor(): Promise<void> {
  forgetOfflineGames();
  navigator.clearAppBadge?.().catch(() => undefined);
  await forgetDevice();
}
