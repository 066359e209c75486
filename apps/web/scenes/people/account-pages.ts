import { AccountView, ModerationView, SignInMethods } from '@terrace/protocol';
import { asGuest, asMember, asModerator, NOON, player, STRANGER } from '../fixtures/people.ts';
import { rest } from '../fixtures/rest.ts';
import type { Scenes } from '../scene.ts';
import { page } from './player-pages.ts';

const ANN = player('Ann-of-the-many-steps');
const BEN = player('Ben');
const FIREFOX = { address: '203.0.113.7', browser: 'Firefox, Linux', userAgent: 'Mozilla/5.0', createdAt: NOON };

const account: AccountView = {
  name: ANN.name,
  email: 'ann@example.org',
  mail: true,
  password: true,
  providers: ['github'],
  // One only: the longest label of the button that ends another session is in another language than its text.
  sessions: [{ ...FIREFOX, id: 'this', current: true }],
  tokens: [{ id: 'wall', name: 'My board on the wall', scopes: ['read', 'play'], createdAt: NOON, usedAt: null }],
};

const moderation: ModerationView = {
  reports: [
    {
      ...{ id: 1, at: NOON, by: ANN, about: BEN, reason: 'talk', text: 'Talks of nothing but chess.' },
      ...{ gameId: null, messageId: null, talk: [], handledAt: null },
    },
  ],
  sanctions: [
    { id: 1, about: BEN, kind: 'mute', reason: 'Talk about Terrace.', by: ANN, at: NOON, until: null, liftedAt: null },
  ],
  audit: [{ id: 1, at: NOON, by: ANN.name, action: 'sanction', about: BEN.name, detail: { kind: 'mute' } }],
};

/** Signing in, the settings, the account and moderation. */
export const accountScenes: Scenes = {
  login: () =>
    page('/login', asGuest(STRANGER), [
      rest('/api/account/sign-in-methods', SignInMethods, {
        mail: true,
        providers: [{ id: 'github', name: 'GitHub' }],
        unnamed: false,
      }),
    ]),
  settings: () => page('/settings', asGuest(STRANGER), []),
  account: () => page('/settings/account', asMember(ANN), [rest('/api/account', AccountView, account)]),
  moderation: () => page('/moderation', asModerator(ANN), [rest('/api/moderation', ModerationView, moderation)]),
};
