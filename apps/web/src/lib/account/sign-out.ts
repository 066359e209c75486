import { send } from '#lib/net/rest.ts';
import { toaster } from '#lib/ui/toaster.svelte.ts';

/** Ends the session and begins anew in the lobby, or says why not. */
export async function signOut(): Promise<void> {
  const fault = await send('POST', '/api/account/sign-out');
  if (fault === undefined) location.assign('/');
  else toaster.say(fault);
}
