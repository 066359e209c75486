import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS, type NotificationKind, type PushPayload } from '@terrace/protocol';
import type { Message } from '../notifications/channels.ts';

/** A message for a device that stays offline longer is dropped: the player finds it in the page. */
const MAX_TTL_MS = 3 * DAY_MS;
const MIN_TTL_MS = MINUTE_MS;
const HURRY_MS = 6 * HOUR_MS;

/** Push services accept 4 kB, encrypted. */
const MAX_BODY_LENGTH = 600;

/** Kinds of which a device shows only the latest per game. */
const LATEST: Readonly<Partial<Record<NotificationKind, string>>> = {
  turn: 'turn',
  'time-short': 'turn',
  offer: 'offer',
  chat: 'chat',
};

const URGENCY: Readonly<Record<NotificationKind, 'low' | 'normal' | 'high'>> = {
  turn: 'normal',
  'time-short': 'high',
  offer: 'high',
  chat: 'normal',
  invited: 'high',
  answered: 'normal',
  joined: 'normal',
  started: 'high',
  over: 'normal',
  follower: 'low',
  security: 'high',
};

/** Messages with the same tag replace each other on the device. */
function tagOf({ notification: { gameId, details }, key }: Message): string {
  const latest = LATEST[details.kind];
  return latest === undefined || gameId === null ? key : `${latest}:${gameId}`;
}

export const payloadOf = (message: Message, turns: number): PushPayload => ({
  title: message.title,
  body: shorten(message.body),
  path: message.path,
  tag: tagOf(message),
  key: message.key,
  turns,
});

const shorten = (text: string): string => {
  const characters = [...text];
  return characters.length <= MAX_BODY_LENGTH ? text : `${characters.slice(0, MAX_BODY_LENGTH - 1).join('')}…`;
};

function deadlineOf({ notification: { details } }: Message): number | null {
  if (details.kind === 'turn' || details.kind === 'time-short') return details.deadlineAt;
  return details.kind === 'invited' ? details.until : null;
}

/** The fields of RFC 8030: how long and how eagerly to keep trying, and which waiting message to replace. */
export function storageOf(message: Message, now: number) {
  const left = (deadlineOf(message) ?? Number.POSITIVE_INFINITY) - now;
  const { kind } = message.notification.details;
  return {
    ttlSeconds: Math.round(Math.min(MAX_TTL_MS, Math.max(MIN_TTL_MS, left)) / 1000),
    urgency: left < HURRY_MS ? ('high' as const) : URGENCY[kind],
    topic: createHash('sha256').update(tagOf(message)).digest('base64url').slice(0, 32),
  };
}
