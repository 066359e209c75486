import { isAppleMobile } from '#lib/device/install.svelte.ts';

/** Web push of this browser. */

/** `install`: an iPhone or iPad, whose browsers offer web push only to apps on the home screen. */
export type PushSupport = 'yes' | 'install' | 'insecure' | 'no';

export function pushSupport(): PushSupport {
  if (!globalThis.isSecureContext) return 'insecure';
  if ('PushManager' in globalThis && 'serviceWorker' in navigator && 'Notification' in globalThis) return 'yes';
  return isAppleMobile() ? 'install' : 'no';
}

/** Without a service worker, such as in development, this never resolves: hence the check for a registration. */
async function pushManager(): Promise<PushManager | undefined> {
  if (pushSupport() !== 'yes') return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration === undefined ? undefined : (await navigator.serviceWorker.ready).pushManager;
}

export const currentSubscription = async (): Promise<PushSubscription | null> =>
  (await (await pushManager())?.getSubscription()) ?? null;

/** Firefox never gives up on a push service that it cannot reach. */
const MAX_SUBSCRIBE_MS = 15_000;

/**
 * Subscribes at the browser's push service.
 *
 * @returns undefined without a service worker, and when the push service does not answer
 * @throws DOMException when the browser or its push service refuses
 */
export async function subscribeDevice(publicKey: string): Promise<PushSubscription | undefined> {
  const manager = await pushManager();
  if (manager === undefined) return undefined;
  const applicationServerKey = bytesOf(publicKey);
  const known = await manager.getSubscription();
  if (known !== null && isSame(known.options.applicationServerKey, applicationServerKey)) return known;
  await known?.unsubscribe(); // it belongs to an earlier key of this site
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), MAX_SUBSCRIBE_MS));
  return Promise.race([manager.subscribe({ userVisibleOnly: true, applicationServerKey }), late]);
}

export async function unsubscribeDevice(): Promise<void> {
  await (await currentSubscription())?.unsubscribe().catch(() => undefined);
}

/** The id of a device in the server's list. */
export async function deviceIdOf({ endpoint }: Pick<PushSubscription, 'endpoint'>): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22);
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

function isSame(known: ArrayBuffer | null, wanted: Uint8Array): boolean {
  if (known === null || known.byteLength !== wanted.length) return false;
  return new Uint8Array(known).every((byte, n) => byte === wanted[n]);
}
