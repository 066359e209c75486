import {
  AccountPreferences,
  AccountView,
  DAY_MS,
  DEFAULT_NOTIFICATION_CHOICES,
  MailSubscription,
  type Me,
  NotificationChannels,
  NotificationChoices,
  PushSettings,
  readPreferences,
  StoredPreferences,
} from '@terrace/protocol';
import { pageAt } from '../fixtures/page.ts';
import { asGuest, asMember, NOON, player, STRANGER } from '../fixtures/people.ts';
import { rest } from '../fixtures/rest.ts';
import type { Scene, Scenes } from '../scene.ts';

const account = { name: 'ann', bot: false, mail: true, password: true, providers: [], sessions: [], tokens: [] };
const push: PushSettings = {
  publicKey: 'B'.repeat(87),
  devices: [
    { id: 'p'.repeat(22), device: 'Firefox, Android', since: NOON - 30 * DAY_MS, usedAt: NOON - DAY_MS },
    { id: 'd'.repeat(22), device: 'Chrome, Windows', since: NOON - 90 * DAY_MS, usedAt: null },
  ],
};
const quiet = { from: 22 * 60, to: 7 * 60 + 30 };
const choices: NotificationChoices = { ...DEFAULT_NOTIFICATION_CHOICES, timeZone: 'Europe/Berlin', quiet };

function settings(me: Me, channels: NotificationChannels, email: string | null): Scene {
  return pageAt('/settings/notifications', {
    me,
    rest: [
      rest('/api/me/notification-choices', NotificationChoices, choices),
      rest('/api/me/notification-choices', NotificationChoices, choices, { method: 'PUT' }),
      rest('/api/me/notification-channels', NotificationChannels, channels),
      rest('/api/me/push', PushSettings, me.guest ? { ...push, devices: [] } : push),
      rest('/api/me/preferences', StoredPreferences, AccountPreferences.parse(readPreferences({}))),
      rest('/api/account', AccountView, { ...account, email }),
    ],
    whole: true,
  });
}

/** The page that a mail links to. */
const unsubscribe = (kinds: MailSubscription['kinds']): Scene =>
  pageAt('/unsubscribe/token', {
    rest: [rest('/api/unsubscribe/token', MailSubscription, { kind: 'turn', kinds })],
  });

/**
 * The page of notification choices: everything works, an account without an address, and a guest; the end of e-mails.
 */
export const notificationSettingsScenes: Scenes = {
  'notification-settings': () =>
    settings(asMember(player('Ann')), { push: true, mail: true, webhook: true }, 'ann.with.a.long.address@example.org'),
  'notification-settings-no-address': () =>
    settings(asMember(player('Ann')), { push: true, mail: true, webhook: false }, null),
  unsubscribe: () => unsubscribe(['turn', 'time-short', 'offer', 'invited', 'answered', 'started', 'over', 'security']),
  unsubscribed: () => unsubscribe([]),
  'notification-settings-guest': () => settings(asGuest(STRANGER), { push: true, mail: true, webhook: true }, null),
};
