import { loadMessages } from '@terrace/messages';
import { AccountView, NotificationChannels, NotificationChoices } from '@terrace/protocol';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, parent }) => {
  const { me } = await parent(); // a new guest's session
  const [choices, channels, account] = await Promise.all([
    getJson(fetch, '/api/me/notification-choices', NotificationChoices),
    getJson(fetch, '/api/me/notification-channels', NotificationChannels),
    me?.guest === false ? getJson(fetch, '/api/account', AccountView) : null,
    loadMessages('notifying', 'push'),
  ]);
  return { choices, channels, account };
};
