import { AccountPreferences, StoredPreferences } from '@terrace/protocol';
import type { PreferenceStore } from '../accounts/preferences.ports.ts';
import { accounts } from './access.ts';
import type { Router } from './route.ts';

/** An account's preferences on all devices. A guest's stay on the device. */
export function addSettingsRoutes({ tagged }: Router, preferences: PreferenceStore): void {
  const route = tagged('Account');
  route('GET', '/api/me/preferences', {
    operationId: 'getPreferences',
    access: accounts('read'),
    summary: 'Your preferences',
    description: 'Null if none are stored.',
    reply: StoredPreferences,
    handler: async ({ actor }) => preferences.of(actor.player.id),
  });

  route('PUT', '/api/me/preferences', {
    operationId: 'setPreferences',
    access: accounts('play'),
    summary: 'Store your preferences',
    description: 'Replaces all preferences; omitted ones get their default. The last write wins.',
    body: AccountPreferences,
    example: { body: { language: 'en', theme: 'dark', volume: 60 } },
    reply: AccountPreferences,
    handler: async ({ actor, body }) => {
      await preferences.keep(actor.player.id, body);
      return body;
    },
  });
}
