import { z } from 'zod';

/** The languages the pages speak, as BCP 47 tags. */
export const LANGUAGES = ['en', 'de'] as const;
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

/** The boards of LOOK 1: two light ones, two dark ones. A board brings its own set of pieces. */
export const BOARDS = ['plaster', 'paddy', 'slate', 'dusk'] as const;
const Board = z.enum(BOARDS);
export type Board = z.infer<typeof Board>;

/** How a player wants pages and boards to be. Every field has its default, so that `{}` is a whole answer. */
export const Preferences = z.object({
  /** Null: what the browser asks for. */
  language: Language.nullable().default(null),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** The board on light pages, and the one on dark pages; any board will do for either. */
  boardOnLight: Board.default('plaster'),
  boardOnDark: Board.default('slate'),

  view: z.enum(['flat', 'solid']).default('flat'),
  /** Outside only where there is room for them, so not on phones. */
  coordinates: z.enum(['outside', 'inside', 'off']).default('outside'),
  /** The level of each square, written on it. */
  numerals: z.boolean().default(false),
  /** The size of each piece, written on it. */
  sizeLetters: z.boolean().default(false),
  targets: z.boolean().default(true),
  lastMove: z.boolean().default(true),
  /** The shortest way of each T to its goal. */
  way: z.boolean().default(false),
  animation: z.boolean().default(true),
  /** A game without talk, names of watchers and whatever else is not the game. */
  zen: z.boolean().default(false),

  input: z.enum(['both', 'click', 'drag']).default('both'),
  /** When a move must be confirmed before it is sent; kept by each device for itself. */
  confirm: z.enum(['never', 'days', 'always']).default('never'),
  /** Whether the own clock warns when little time is left. */
  lowTimeWarning: z.boolean().default(true),
  /** Whether a clock shows tenths of its last seconds. */
  tenths: z.boolean().default(true),
  talk: z.boolean().default(true),

  /** 0 to 100, in hundredths of the loudest; 0 is silence. */
  volume: z.int().min(0).max(100).default(60),
  soundMove: z.boolean().default(true),
  soundTake: z.boolean().default(true),
  soundCall: z.boolean().default(true),
  soundLowTime: z.boolean().default(true),
  /** A game begins or ends. */
  soundEnd: z.boolean().default(true),
  /** Somebody says something, or keeps a seat for one. */
  soundTalk: z.boolean().default(true),

  /** What the browser announces while the page is hidden; kept by each device for itself, as each has to allow it. */
  noticeTurn: z.boolean().default(false),
  noticeInvitation: z.boolean().default(false),
  noticeBegun: z.boolean().default(false),
});
export type Preferences = z.infer<typeof Preferences>;

const DEVICE = { confirm: true, noticeTurn: true, noticeInvitation: true, noticeBegun: true } as const;

/** What an account keeps, for every device alike: all but what each device decides for itself. */
export const AccountPreferences = Preferences.omit(DEVICE);
export type AccountPreferences = z.infer<typeof AccountPreferences>;

/** `GET /api/me/preferences`: null for one who has kept none. */
export const KeptPreferences = AccountPreferences.nullable();
export type KeptPreferences = z.infer<typeof KeptPreferences>;

const Fields = z.record(z.string(), z.unknown()).catch({});

/** Reads what was kept elsewhere: fields that are unknown or do not read fall to their defaults, and it never fails. */
export function readPreferences(raw: unknown): Preferences {
  const fields = Object.entries(Fields.parse(raw));
  return Preferences.parse(Object.fromEntries(fields.filter(([name, value]) => reads(name, value))));
}

const shape: Readonly<Record<string, z.ZodType>> = Preferences.shape;
const reads = (name: string, value: unknown): boolean =>
  Object.hasOwn(shape, name) && shape[name]?.safeParse(value).success === true;

/** What differs from the defaults: as JSON, the shortest text that reads the same. */
export function changedPreferences(preferences: Preferences): Readonly<Record<string, unknown>> {
  const usual = new Map<string, unknown>(Object.entries(Preferences.parse({})));
  return Object.fromEntries(Object.entries(preferences).filter(([name, value]) => usual.get(name) !== value));
}
