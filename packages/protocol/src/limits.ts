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
