import type { Preferences } from '@terrace/protocol';

export type Cue =
  | 'along'
  | 'up'
  | 'down'
  | 'take'
  | 'terrace'
  | 'mate'
  | 'low'
  | 'turn'
  | 'begin'
  | 'won'
  | 'lost'
  | 'drawn'
  | 'chat'
  | 'invitation';

type Kind = Extract<keyof Preferences, `sound${string}`>;

export const PREFERENCE_OF: Readonly<Record<Cue, Kind>> = {
  along: 'soundMove',
  up: 'soundMove',
  down: 'soundMove',
  take: 'soundTake',
  terrace: 'soundCall',
  mate: 'soundCall',
  low: 'soundLowTime',
  turn: 'soundEnd',
  begin: 'soundEnd',
  won: 'soundEnd',
  lost: 'soundEnd',
  drawn: 'soundEnd',
  chat: 'soundTalk',
  invitation: 'soundTalk',
};
