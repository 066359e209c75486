import * as z from 'zod/mini';
import { Instant } from './ids.ts';
import { openApiRegistry } from './openapi.ts';
import { OpaqueText } from './text.ts';

const MAX_ENDPOINT_LENGTH = 2_000;

/** The start of the SHA-256 of the endpoint, so that a device recognises itself in the list. */
export const PushDeviceId = z.string().check(z.regex(/^[\w-]{22}$/));

/** `POST /api/me/push/subscriptions`: the result of the browser's `PushSubscription.toJSON()`. */
export const NewPushSubscription = z.object({
  endpoint: OpaqueText(MAX_ENDPOINT_LENGTH),
  keys: z.object({
    /** An uncompressed point of P-256. */
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    /** 16 bytes. */
    auth: z.string().check(z.regex(/^[\w-]{22}={0,2}$/)),
  }),
});
export type NewPushSubscription = z.infer<typeof NewPushSubscription>;

export const PushDevice = z
  .object({
    id: PushDeviceId,
    /** Browser and system, such as `Firefox, Android`. */
    device: z.string(),
    since: Instant,
    /** When the push service last accepted a message. */
    usedAt: z.nullable(Instant),
  })
  .register(openApiRegistry, { id: 'PushDevice' });
export type PushDevice = z.infer<typeof PushDevice>;

/** `GET /api/me/push`: the VAPID key, with which a browser subscribes, and the player's devices, newest first. */
export const PushSettings = z
  .object({ publicKey: z.string(), devices: z.array(PushDevice) })
  .register(openApiRegistry, { id: 'PushSettings' });
export type PushSettings = z.infer<typeof PushSettings>;

/** The content of a push message, which only the device can decrypt. */
export const PushPayload = z.object({
  title: z.string(),
  body: z.string(),
  /** The page to open, such as `/game/aB3…`. */
  path: z.string(),
  /** A message replaces an earlier one with the same tag. */
  tag: z.string(),
  /** The cause. A message that repeats it makes no sound again. */
  key: z.string(),
  /** Games that wait for the player's move, for the badge of the app. */
  turns: z.int(),
});
export type PushPayload = z.infer<typeof PushPayload>;
