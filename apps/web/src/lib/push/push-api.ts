import { PushSettings } from '@terrace/protocol';
import { type RequestResult, request, send } from '#lib/net/rest.ts';

const SUBSCRIPTIONS = '/api/me/push/subscriptions';

export const pushApi = {
  /** Undefined when the server is unreachable, and for visitors without a session. */
  async settings(): Promise<PushSettings | undefined> {
    const response = await fetch('/api/me/push').catch(() => undefined);
    return response?.ok ? PushSettings.parse(await response.json()) : undefined;
  },

  subscribe: (subscription: PushSubscription): Promise<RequestResult<PushSettings>> =>
    request('POST', SUBSCRIPTIONS, subscription.toJSON(), PushSettings),

  remove: (id: string): Promise<RequestResult<PushSettings>> =>
    request('DELETE', `${SUBSCRIPTIONS}/${id}`, {}, PushSettings),

  /** @returns why it failed, if it did */
  test: (): Promise<string | undefined> => send('POST', '/api/me/notifications/test', { channel: 'push' }),
};
