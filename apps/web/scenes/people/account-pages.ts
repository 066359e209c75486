import type { Page } from '@playwright/test';
import { AccountView, CreatedToken, ModerationView, Refusal, SignInMethods } from '@terrace/protocol';
import { z } from 'zod';
import { asGuest, asMember, asModerator, NOON, player, STRANGER } from '../fixtures/people.ts';
import { rest } from '../fixtures/rest.ts';
import type { RestAnswer, Scenes } from '../scene.ts';
import { page } from './player-pages.ts';

const ANN = player('Ann-of-the-many-steps');
const BEN = player('Ben');
const FIREFOX = { address: '203.0.113.7', browser: 'Firefox, Linux', userAgent: 'Mozilla/5.0', createdAt: NOON };
/** A token as shown once after its creation. */
const TOKEN: CreatedToken = {
  text: `terrace_${'w'.repeat(43)}`,
  token: { id: 'wall', name: 'My board on the wall', scopes: ['read', 'play'], createdAt: NOON, usedAt: null },
};

const account: AccountView = {
  name: ANN.name,
  email: 'ann@example.org',
  mail: true,
  password: true,
  providers: ['github'],
  // Only one session, because the longest label of the button that ends another one is not in the language of the
  // longest text.
  sessions: [{ ...FIREFOX, id: 'this', current: true }],
  tokens: [TOKEN.token],
};

const moderation: ModerationView = {
  reports: [
    {
      id: 1,
      at: NOON,
      by: ANN,
      about: BEN,
      reason: 'talk',
      text: 'Talks of nothing but chess.',
      gameId: null,
      messageId: null,
      talk: [],
      handledAt: null,
    },
  ],
  sanctions: [
    { id: 1, about: BEN, kind: 'mute', reason: 'Talk about Terrace.', by: ANN, at: NOON, until: null, liftedAt: null },
  ],
  audit: [{ id: 1, at: NOON, by: ANN.name, action: 'sanction', about: BEN.name, detail: { kind: 'mute' } }],
};

const methods: SignInMethods = { mail: true, providers: [{ id: 'github', name: 'GitHub' }], unnamed: false };
const login = (more: readonly RestAnswer[] = []) =>
  page('/login', asGuest(STRANGER), [rest('/api/account/sign-in-methods', SignInMethods, methods), ...more]);
const Refused = z.object({ refusal: Refusal });
const refused = { refusal: { code: 'bad-name', why: 'reserved' } } as const;

async function signUp(tab: Page): Promise<void> {
  await tab.locator('input[value="up"]').check({ force: true });
  await tab.locator('form [name="username"]').fill('Guest-1');
  await tab.locator('form [name="username"]').press('Enter');
  await tab.getByRole('alert').waitFor();
}

async function createToken(tab: Page): Promise<void> {
  const name = tab
    .locator('form', { has: tab.locator('input[value="play"]') })
    .locator('input')
    .first();
  await name.fill('My board on the wall');
  await name.press('Enter');
  await tab.locator('code').waitFor();
}

export const accountScenes: Scenes = {
  login: () => login(),
  'login-refused': () => ({
    ...login([rest('/api/account/sign-up', Refused, refused, { method: 'POST', status: 400 })]),
    steps: signUp,
  }),
  settings: () => page('/settings', asGuest(STRANGER), []),
  'settings-dusk': () => page('/settings', asGuest(STRANGER), [], { preferences: { boardOnLight: 'dusk' } }),
  account: () => page('/settings/account', asMember(ANN), [rest('/api/account', AccountView, account)]),
  'account-token': () => ({
    ...page('/settings/account', asMember(ANN), [
      rest('/api/account', AccountView, account),
      rest('/api/account/tokens', CreatedToken, TOKEN, { method: 'POST' }),
    ]),
    steps: createToken,
  }),
  moderation: () => page('/moderation', asModerator(ANN), [rest('/api/moderation', ModerationView, moderation)]),
};
