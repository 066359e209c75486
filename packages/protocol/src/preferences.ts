import { SETUP_NAMES } from '@terrace/rules';
import * as z from 'zod/mini';
import { Strength } from './computers.ts';
import { SideName } from './ids.ts';

/** Languages of the pages, as BCP 47 tags. */
export const LANGUAGES = ['en', 'de'] as const;
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

/** A theme of `themes.css`. An unknown name shows the first one. */
const Board = z.string().check(z.regex(/^[a-z]{1,16}$/));

/** Times for a quick game against computers: none, or minutes and increment in seconds. */
export const COMPUTER_TIMES = ['none', '3+2', '5+3', '10+5'] as const;

/** A player's preferences for pages and boards. Every field has a default, so `{}` is valid. */
export const Preferences = z.object({
  language: z._default(z.nullable(Language), null),
  theme: z._default(z.enum(['system', 'light', 'dark']), 'system'),
  /** The boards for the light and the dark theme; any board suits either. */
  boardOnLight: z._default(Board, 'plaster'),
  boardOnDark: z._default(Board, 'slate'),

  view: z._default(z.enum(['flat', 'solid']), 'flat'),
  /** Outside only where there is room, so not on phones. */
  coordinates: z._default(z.enum(['outside', 'inside', 'off']), 'outside'),
  numerals: z._default(z.boolean(), false),
  /** Shows the size of each piece as rings in its crown. */
  crownRings: z._default(z.boolean(), true),
  sizeLetters: z._default(z.boolean(), false),
  targets: z._default(z.boolean(), true),
  lastMove: z._default(z.boolean(), true),
  way: z._default(z.boolean(), false),
  animation: z._default(z.boolean(), true),
  zen: z._default(z.boolean(), false),

  input: z._default(z.enum(['both', 'click', 'drag']), 'both'),
  /** Enables single-key shortcuts and typing moves by their squares. */
  characterKeys: z._default(z.boolean(), true),
  /** When a move must be confirmed before it is sent; stored per device. */
  confirm: z._default(z.enum(['never', 'days', 'always']), 'never'),
  /** How such a move is confirmed: by a second click, or by not being undone for ten seconds; stored per device. */
  confirmBy: z._default(z.enum(['question', 'undo']), 'question'),
  /** After a move in a game without a running clock: stay, offer the next game, or go to it. */
  afterMove: z._default(z.enum(['stay', 'offer', 'next']), 'offer'),
  lowTimeWarning: z._default(z.boolean(), true),
  tenths: z._default(z.boolean(), true),
  talk: z._default(z.boolean(), true),
  /** Needs an account, because the server does not store preferences of guests. */
  invitations: z._default(z.boolean(), true),

  engine: z._default(z.boolean(), false),
  threeLines: z._default(z.boolean(), false),

  volume: z._default(z.int().check(z.minimum(0), z.maximum(100)), 60),
  soundMove: z._default(z.boolean(), true),
  soundTake: z._default(z.boolean(), true),
  soundCall: z._default(z.boolean(), true),
  soundLowTime: z._default(z.boolean(), true),
  soundEnd: z._default(z.boolean(), true),
  soundTalk: z._default(z.boolean(), true),

  /** On the player's turn in a game with a clock; stored per device. */
  vibration: z._default(z.boolean(), true),

  /** The quick game against computers. A side that the setup lacks is chosen at random. */
  computerStrength: z._default(Strength, 2),
  computerSetup: z._default(z.enum(SETUP_NAMES), 'long'),
  computerTime: z._default(z.enum(COMPUTER_TIMES), 'none'),
  computerSide: z._default(z.enum(['any', ...SideName.options]), 'south'),

  /** Whether the front page's puzzle was solved or skipped, or a game was started there; stored per device. */
  introduced: z._default(z.boolean(), false),
});
export type Preferences = z.infer<typeof Preferences>;

const DEVICE = {
  confirm: true,
  confirmBy: true,
  vibration: true,
  introduced: true,
} as const;

export const AccountPreferences = z.omit(Preferences, DEVICE);
export type AccountPreferences = z.infer<typeof AccountPreferences>;

/** `GET /api/me/preferences`: null if none are stored. */
export const StoredPreferences = z.nullable(AccountPreferences);
export type StoredPreferences = z.infer<typeof StoredPreferences>;

const Fields = z.catch(z.record(z.string(), z.unknown()), {});

/** Reads stored preferences; unknown and invalid fields get their defaults, and it never throws. */
export function readPreferences(raw: unknown): Preferences {
  const fields = Object.entries(Fields.parse(raw));
  return Preferences.parse(Object.fromEntries(fields.filter(([name, value]) => reads(name, value))));
}

const shape: Readonly<Record<string, z.ZodMiniType>> = Preferences.shape;
const reads = (name: string, value: unknown): boolean =>
  Object.hasOwn(shape, name) && shape[name]?.safeParse(value).success === true;

/** The cookie with a device's preferences, so that the server can render the first page with them. */
export const PREFERENCES_COOKIE = 'terrace_preferences';

/** @param value the decoded value of the cookie; any value gives complete preferences */
export function preferencesFromCookie(value: string | undefined): Preferences {
  try {
    return readPreferences(JSON.parse(value ?? '{}'));
  } catch {
    return readPreferences({});
  }
}

export function nonDefaultPreferences(preferences: Preferences): Readonly<Record<string, unknown>> {
  const usual = new Map<string, unknown>(Object.entries(Preferences.parse({})));
  return Object.fromEntries(Object.entries(preferences).filter(([name, value]) => usual.get(name) !== value));
}
