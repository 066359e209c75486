import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/** Characters of a player's name, a guest's included; what an account may be called is narrower. */
export const MAX_NAME_LENGTH = 30;

/** Characters of an account's name. */
export const MIN_ACCOUNT_NAME_LENGTH = 2;
export const MAX_ACCOUNT_NAME_LENGTH = 20;

/** Characters of a chat message, and of the reason to report one. */
export const MAX_MESSAGE_LENGTH = 300;

/** Characters of what a report or a sanction says. */
export const MAX_STATEMENT_LENGTH = 500;

/** Characters of what a token is called. */
export const MAX_TOKEN_NAME_LENGTH = 40;

/** Characters of a text command. */
export const MAX_COMMAND_LENGTH = 500;

/** Characters of position text (R24) that a table may start from; a full board of primed pieces has some 160. */
export const MAX_POSITION_LENGTH = 200;

/** Moves in a queue. */
export const MAX_QUEUED_MOVES = 20;

/** Characters of a password. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Times that one seek may be for. */
export const MAX_SEEK_TIMES = 6;

/** The longest time controls, in ms. */
export const MAX_INITIAL_MS = 3 * HOUR_MS;
export const MAX_INCREMENT_MS = 3 * MINUTE_MS;
export const MAX_PER_MOVE_MS = 14 * DAY_MS;

/** What one player can give the others at a time, in ms. */
export const TIME_GIFT_MS = 15 * SECOND_MS;

/** How long a pause may last, in ms. */
export const MAX_PAUSE_MS = 10 * MINUTE_MS;

/** Events in one answer to `game:watch`: more than almost any game has. */
export const MAX_EVENTS_IN_REPLY = 500;
