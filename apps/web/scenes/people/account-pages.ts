import type { Page } from '@playwright/test';
import {
  AccountView,
  CreatedToken,
  ModerationView,
  Refusal,
  SignInMethods,
  VacationView,
  WebhookDeliveries,
  WebhookList,
  WebhookWithSecret,
} from '@terrace/protocol';
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
  bot: false,
  email: 'ann@example.org',
  mail: true,
  password: true,
  providers: ['github'],
  // Only one session, because the longest label of the button that ends another one is not in the language of the
  // longest text.
  sessions: [{ ...FIREFOX, id: 'this', current: true }],
  tokens: [TOKEN.token],
};

const WEBHOOK = { url: 'https://bot.example.org/terrace/notifications', createdAt: NOON } as const;
const webhooks: WebhookList = {
  webhooks: [
    { ...WEBHOOK, id: 'first', failures: 0, disabledAt: null },
    { ...WEBHOOK, id: 'second', url: 'https://old.example.org/', failures: 5, disabledAt: NOON },
  ],
};
const deliveries: WebhookDeliveries = {
  deliveries: [
    { notificationId: null, state: 'delivered', attempts: 1, status: 204, error: null, at: NOON },
    { notificationId: 1702, state: 'waiting', attempts: 3, status: null, error: 'no complete reply in time', at: NOON },
    { notificationId: 1701, state: 'failed', attempts: 12, status: 500, error: 'status 500', at: NOON },
  ],
};
const NEW_SECRET: WebhookWithSecret = {
  webhook: { ...WEBHOOK, id: 'first', failures: 0, disabledAt: null },
  secret: `whsec_${'w'.repeat(32)}`,
};
const accountPage = (more: readonly RestAnswer[] = []) =>
  page('/settings/account', asMember(ANN), [
    rest('/api/account', AccountView, account),
    rest('/api/account/webhooks', WebhookList, webhooks),
    ...more,
  ]);

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

async function openWebhook(tab: Page): Promise<void> {
  const webhook = tab.locator('#webhooks li', { hasText: 'bot.example.org' }).first();
  await webhook.locator('button').nth(1).click();
  await tab.locator('#webhooks code').waitFor();
  await webhook.locator('summary').click();
  await webhook.getByText('1702').waitFor();
}

export const accountScenes: Scenes = {
  login: () => login(),
  'login-refused': () => ({
    ...login([rest('/api/account/sign-up', Refused, refused, { method: 'POST', status: 400 })]),
    steps: signUp,
  }),
  settings: () => page('/settings', asGuest(STRANGER), []),
  'settings-dusk': () => page('/settings', asGuest(STRANGER), [], { preferences: { boardOnLight: 'dusk' } }),
  'settings-member': () =>
    page('/settings', asMember(ANN), [
      rest('/api/me/vacation', VacationView, { vacation: null, year: 2026, daysLeft: 23 }),
    ]),
  'settings-vacation': () => {
    const vacation = { since: NOON, until: NOON + 7 * 86_400_000 };
    const view = rest('/api/me/vacation', VacationView, { vacation, year: 2026, daysLeft: 23 });
    return page('/settings', asMember(ANN), [view]);
  },
  account: () => accountPage(),
  'account-token': () => ({
    ...accountPage([rest('/api/account/tokens', CreatedToken, TOKEN, { method: 'POST' })]),
    steps: createToken,
  }),
  'account-webhooks': () => ({
    ...accountPage([
      rest('/api/account/webhooks/first/deliveries', WebhookDeliveries, deliveries),
      rest('/api/account/webhooks/first/secret', WebhookWithSecret, NEW_SECRET, { method: 'POST' }),
    ]),
    steps: openWebhook,
  }),
  moderation: () => page('/moderation', asModerator(ANN), [rest('/api/moderation', ModerationView, moderation)]),
};
