import { send } from '#lib/net/rest.ts';
import { toaster } from '#lib/ui/toaster.svelte.ts';

/** Ends the session and goes to the lobby, or shows why that failed. */
export async function signOut(): Promise<void> {
  const error = await send('POST', '/api/account/sign-out');
  if (error === undefined) location.assign('/');
  else toaster.show(error);
}
