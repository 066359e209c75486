import { type Level, type Logger, pino } from 'pino';

/** A logger that writes one line of JSON per entry to stdout. */
export const createLog = (level: Level | 'silent'): Logger => pino({ level, base: { pid: process.pid } });
