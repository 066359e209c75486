/** A program with a child, for tests that kill it. */
import { pino } from 'pino';
import { superviseChild } from '../supervise-child.ts';
import { Double } from './unruly-messages.ts';

const child = superviseChild({
  name: 'unruly',
  entry: new URL('./unruly.child.ts', import.meta.url),
  data: { greeting: 'hello' },
  log: pino({ level: 'silent' }),
});
await child.untilUp();
process.on('message', async () => void process.send?.(await child.request(Double, 21)));
process.send?.(child.pid);
