import type { PlayerId } from '@terrace/protocol';
import type { Queries } from '../../store/client.ts';
import type { Message, Recipient } from '../channels.ts';
import type { Channels } from '../delivery.ts';

type Sent = { readonly channel: keyof Channels; readonly to: PlayerId; readonly message: Message };

/** Runs the jobs that have failed, as if their pause had passed. */
export async function runFailedJobs(prisma: Pick<Queries, '$queryRaw'>): Promise<void> {
  await prisma.$queryRaw`
    select count(*)::int as jobs from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker._private_jobs where attempts > 0 and locked_at is null), run_at => now())`;
  await prisma.$queryRaw`select pg_notify('jobs:insert', '{"count": 100}')::text`;
}

/** Channels that record what they deliver. A channel in `failing` fails that many times first. */
export function recordingChannels(failing: Partial<Record<keyof Channels, number>> = {}) {
  const sent: Sent[] = [];
  const channel = (name: keyof Channels) => ({
    reaches: ({ isGuest, email }: Pick<Recipient, 'isGuest' | 'email'>) =>
      name === 'push' || (name === 'webhook' ? !isGuest : email !== null),
    async deliver(message: Message, { id }: { id: PlayerId }): Promise<void> {
      const left = failing[name] ?? 0;
      failing[name] = left - 1;
      if (left > 0) throw new Error(`the ${name} service does not answer`);
      sent.push({ channel: name, to: id, message });
    },
  });
  return {
    channels: { push: channel('push'), webhook: channel('webhook'), mail: channel('mail') } satisfies Channels,
    failing,
    sentTo: (name: keyof Channels, player: PlayerId): readonly Message[] =>
      sent.flatMap(({ channel: by, to, message }) => (by === name && to === player ? [message] : [])),
  };
}
