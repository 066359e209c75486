import { type Level, type Logger, pino } from 'pino';

/** One JSON line per entry on stdout, which whoever runs the server collects. */
export const createLog = (level: Level | 'silent'): Logger => pino({ level, base: { pid: process.pid } });
