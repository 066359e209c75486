import { forgetOfflineGames } from '#lib/inbox/offline-games.ts';
import { send } from '#lib/net/rest.ts';
import { forgetDevice } from '#lib/push/keep-subscribed.ts';
import { toaster } from '#lib/ui/toaster.svelte.ts';

/** Ends the session and goes to the lobby, or shows why that failed. */
export async function signOut(): Promise<void> {
  const error = await send('POST', '/api/account/sign-out');
  if (error !== undefined) return toaster.show(error);
  forgetOfflineGames();
  navigator.clearAppBadge?.().catch(() => undefined);
  await forgetDevice();
  location.assign('/');
}
