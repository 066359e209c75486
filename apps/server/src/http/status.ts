import type { Refusal, RefusalCode } from '@terrace/protocol';

/** Where the game as it stands is what says no, it is 409. */
const STATUS: Readonly<Partial<Record<RefusalCode, number>>> = {
  malformed: 400,
  'unknown-command': 400,
  'bad-command': 400,
  'command-too-long': 413,
  'unreadable-move': 400,
  'bad-position': 400,
  'not-among-players': 400,
  'named-twice': 400,
  'several-offers': 400,
  'no-session': 401,
  'foreign-origin': 403,
  'not-seated': 403,
  'about-oneself': 400,
  muted: 403,
  suspended: 403,
  'not-admin': 403,
  'no-such-report': 404,
  'no-such-sanction': 404,
  'not-host': 403,
  'not-invited': 403,
  'seat-reserved': 403,
  'no-such-game': 404,
  'no-such-player': 404,
  'no-such-ply': 404,
  'no-such-seat': 404,
  'too-many-requests': 429,
  'too-many-tables': 429,
  'too-talkative': 429,
  unexpected: 500,
  'not-saved': 503,
};

/** The HTTP status of a refusal. */
export const statusOf = ({ code }: Refusal): number => STATUS[code] ?? 409;
