import { randomUUID } from 'node:crypto';

/** What a failure is found by: it stands in the player's message and in each line of the log about it. */
export const newReference = (): string => randomUUID().slice(0, 8);
