import { send } from '#lib/net/rest.ts';
import { loadForAction } from '#lib/ui/load-part.ts';
import { toaster } from '#lib/ui/toaster.svelte.ts';

/** Ends the session and goes to another page, or shows why that failed. */
export async function signOut(to: '/' | '/login' = '/'): Promise<void> {
  const loaded = await loadForAction(() => import('./forget-visitor.ts'));
  if (loaded === undefined) return;
  const error = await send('POST', '/api/account/sign-out');
  if (error !== undefined) return toaster.show(error);
  await loaded.forgetVisitor();
  location.assign(to);
}
