import { SETUP_NAMES } from '@terrace/rules';
import * as z from 'zod/mini';
import { Strength } from './computers.ts';
import { SideName } from './ids.ts';

/** The languages the pages speak, as BCP 47 tags. */
export const LANGUAGES = ['en', 'de'] as const;
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

/** A theme of the pages' `themes.css`. An unknown name shows the first one. */
const Board = z.string().check(z.regex(/^[a-z]{1,16}$/));

/** The times a game against computers begins with at one press: none, or minutes and seconds a move. */
export const COMPUTER_TIMES = ['none', '3+2', '5+3', '10+5'] as const;

/** How a player wants pages and boards to be. Every field has its default, so that `{}` is a whole answer. */
export const Preferences = z.object({
  /** Null: what the browser asks for. */
  language: z._default(z.nullable(Language), null),
  theme: z._default(z.enum(['system', 'light', 'dark']), 'system'),
  /** The board on light pages, and the one on dark pages; any board will do for either. */
  boardOnLight: z._default(Board, 'plaster'),
  boardOnDark: z._default(Board, 'slate'),

  view: z._default(z.enum(['flat', 'solid']), 'flat'),
  /** Outside only where there is room for them, so not on phones. */
  coordinates: z._default(z.enum(['outside', 'inside', 'off']), 'outside'),
  /** The level of each square, written on it. */
  numerals: z._default(z.boolean(), false),
  /** The size of each piece, cut into its crown as rings. */
  crownRings: z._default(z.boolean(), true),
  /** The size of each piece, written on it. */
  sizeLetters: z._default(z.boolean(), false),
  targets: z._default(z.boolean(), true),
  lastMove: z._default(z.boolean(), true),
  /** The shortest way of each T to its goal. */
  way: z._default(z.boolean(), false),
  animation: z._default(z.boolean(), true),
  /** A game without talk, names of watchers and whatever else is not the game. */
  zen: z._default(z.boolean(), false),

  input: z._default(z.enum(['both', 'click', 'drag']), 'both'),
  /** Whether single characters are shortcuts, and moves can be typed by their squares. */
  characterKeys: z._default(z.boolean(), true),
  /** When a move must be confirmed before it is sent; kept by each device for itself. */
  confirm: z._default(z.enum(['never', 'days', 'always']), 'never'),
  /** Whether the own clock warns when little time is left. */
  lowTimeWarning: z._default(z.boolean(), true),
  /** Whether a clock shows tenths of its last seconds. */
  tenths: z._default(z.boolean(), true),
  talk: z._default(z.boolean(), true),
  /** Whether others may keep a seat for one by name. It needs an account: the server knows no guest's preferences. */
  invitations: z._default(z.boolean(), true),

  /** Whether the analysis board shows what the engine finds, and three lines of it instead of one. */
  engine: z._default(z.boolean(), false),
  threeLines: z._default(z.boolean(), false),

  /** 0 to 100, in hundredths of the loudest; 0 is silence. */
  volume: z._default(z.int().check(z.minimum(0), z.maximum(100)), 60),
  soundMove: z._default(z.boolean(), true),
  soundTake: z._default(z.boolean(), true),
  soundCall: z._default(z.boolean(), true),
  soundLowTime: z._default(z.boolean(), true),
  /** A game begins or ends. */
  soundEnd: z._default(z.boolean(), true),
  /** Somebody says something, or keeps a seat for one. */
  soundTalk: z._default(z.boolean(), true),

  /** What the browser announces while the page is hidden; kept by each device for itself, as each has to allow it. */
  noticeTurn: z._default(z.boolean(), false),
  noticeInvitation: z._default(z.boolean(), false),
  noticeBegun: z._default(z.boolean(), false),

  /** The game one press begins against computers. A side that the setup does not seat is drawn. */
  computerStrength: z._default(Strength, 2),
  computerSetup: z._default(z.enum(SETUP_NAMES), 'long'),
  computerTime: z._default(z.enum(COMPUTER_TIMES), 'none'),
  computerSide: z._default(z.enum(['any', ...SideName.options]), 'south'),

  /** Whether the first page's puzzle was solved or skipped, or a game begun there; of each device, as accounts never see it. */
  introduced: z._default(z.boolean(), false),
});
export type Preferences = z.infer<typeof Preferences>;

const DEVICE = {
  confirm: true,
  noticeTurn: true,
  noticeInvitation: true,
  noticeBegun: true,
  introduced: true,
} as const;

/** What an account keeps, for every device alike: all but what each device decides for itself. */
export const AccountPreferences = z.omit(Preferences, DEVICE);
export type AccountPreferences = z.infer<typeof AccountPreferences>;

/** `GET /api/me/preferences`: null for one who has kept none. */
export const StoredPreferences = z.nullable(AccountPreferences);
export type StoredPreferences = z.infer<typeof StoredPreferences>;

const Fields = z.catch(z.record(z.string(), z.unknown()), {});

/** Reads what was kept elsewhere: fields that are unknown or do not read fall to their defaults, and it never fails. */
export function readPreferences(raw: unknown): Preferences {
  const fields = Object.entries(Fields.parse(raw));
  return Preferences.parse(Object.fromEntries(fields.filter(([name, value]) => reads(name, value))));
}

const shape: Readonly<Record<string, z.ZodMiniType>> = Preferences.shape;
const reads = (name: string, value: unknown): boolean =>
  Object.hasOwn(shape, name) && shape[name]?.safeParse(value).success === true;

/** The one cookie that holds a device's preferences, so that the server's first answer is right. */
export const PREFERENCES_COOKIE = 'terrace_preferences';

/** @param value the cookie's value, decoded; whatever it holds, the preferences are whole */
export function preferencesFromCookie(value: string | undefined): Preferences {
  try {
    return readPreferences(JSON.parse(value ?? '{}'));
  } catch {
    return readPreferences({});
  }
}

/** What differs from the defaults: as JSON, the shortest text that reads the same. */
export function changedPreferences(preferences: Preferences): Readonly<Record<string, unknown>> {
  const usual = new Map<string, unknown>(Object.entries(Preferences.parse({})));
  return Object.fromEntries(Object.entries(preferences).filter(([name, value]) => usual.get(name) !== value));
}
