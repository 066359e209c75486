import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/** Characters of a player's name, including guests; account names have a lower limit. */
export const MAX_NAME_LENGTH = 30;

export const MIN_ACCOUNT_NAME_LENGTH = 2;
export const MAX_ACCOUNT_NAME_LENGTH = 20;

/** Characters of a chat message, and of the reason in a report. */
export const MAX_MESSAGE_LENGTH = 300;

/** Characters of the text of a report or a sanction. */
export const MAX_STATEMENT_LENGTH = 500;

export const MAX_TOKEN_NAME_LENGTH = 40;

/** Characters of the address of a webhook. */
export const MAX_URL_LENGTH = 500;

/** Characters of the name of a time zone; the longest has 32. */
export const MAX_TIME_ZONE_LENGTH = 64;

export const MAX_COMMAND_LENGTH = 500;

/** Characters of position text (R24) for a start position; a full board of primed pieces needs about 160. */
export const MAX_POSITION_LENGTH = 200;

/** Moves of a line of conditional moves, and of all its branches. */
export const MAX_CONDITIONAL_DEPTH = 40;
export const MAX_CONDITIONAL_MOVES = 200;

/** Characters of a player's note on a game. */
export const MAX_NOTE_LENGTH = 4000;

/** Moves of a player's variations on a game, with those of the game itself. */
export const MAX_VARIATION_MOVES = 2000;

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

export const MAX_SEEK_TIMES = 6;

export const MAX_INITIAL_MS = 3 * HOUR_MS;
export const MAX_INCREMENT_MS = 3 * MINUTE_MS;
export const MAX_PER_MOVE_MS = 14 * DAY_MS;
export const MAX_BANK_MS = 60 * DAY_MS;
export const MAX_BANK_INCREMENT_MS = 7 * DAY_MS;

/** Days of vacation of a player in a calendar year (UTC). */
export const VACATION_DAYS = 30;

export const TIME_GIFT_MS = 15 * SECOND_MS;

export const MAX_PAUSE_MS = 10 * MINUTE_MS;

/** Events in one reply to `game:watch`; almost every game has fewer. */
export const MAX_EVENTS_IN_REPLY = 500;

/** Characters of the error reports of pages; pages truncate to them, and the server rejects longer reports. */
export const MAX_ERROR_MESSAGE = 300;
export const MAX_ERROR_STACK = 3000;
