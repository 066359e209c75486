/** A program with a child, for tests that kill it. */
import { pino } from 'pino';
import { superviseChild } from '../supervise-child.ts';
import { Double, Misbehave } from './unruly-messages.ts';

const child = superviseChild({
  name: 'unruly',
  entry: new URL('./unruly.child.ts', import.meta.url),
  data: { greeting: 'hello' },
  log: pino({ level: 'silent' }),
  limits: { maxMissedPings: 1_000_000 },
});
await child.untilUp();
process.on('message', async (order) => {
  if (order === 'hang') {
    child.send(Misbehave, 'hang');
    await child.request(Double, 1, 100).catch(() => process.send?.('hangs'));
  } else process.send?.(await child.request(Double, 21));
});
process.send?.(child.pid);
