import { z } from 'zod';
import { defineEvent } from './messages.ts';

/** The messages with which a supervisor starts, watches and stops a child. */

/** The first message to a child, with the data that its entry expects. */
export const Start = defineEvent('start', z.object({ data: z.unknown() }));

/** The child has started and can do its work. */
export const Started = defineEvent('started', z.object({}));

export const Ping = defineEvent('ping', z.object({}));
export const Pong = defineEvent('pong', z.object({ rssBytes: z.number() }));

/** The child should finish its work and exit. */
export const Stop = defineEvent('stop', z.object({}));
