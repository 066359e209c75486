import { goTo } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { PASSWORD } from './member.ts';

let mailbox: Mailbox;
test.use({
  siteOptions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern.
    async ({}, use) => {
      mailbox = await openMailbox();
      await use({ smtpUrl: mailbox.smtpUrl });
      mailbox.close();
    },
    { scope: 'worker' },
  ],
});

test('a link from a mail opens a page without signing in that turns a kind off, and undo turns it on', async ({
  newMember,
  newVisitor,
  site,
}) => {
  const { page } = await newMember('Ann');
  const post = async (path: string, data: object) => {
    const reply = await page.request.post(site.url + path, { data });
    if (!reply.ok()) throw new Error(await reply.text());
  };
  await post('/api/account/email', { email: 'ann@mail.example', password: PASSWORD });
  await expect.poll(() => mailbox.links(/confirm=[\w.%-]+/g)).toHaveLength(1);
  const [confirmation = ''] = mailbox.links(/confirm=[\w.%-]+/g);
  await post('/api/account/email/confirmed', { token: decodeURIComponent(confirmation.slice('confirm='.length)) });
  await post('/api/me/notifications/test', { channel: 'mail' });
  const [link = ''] = mailbox.links(/http:\/\/\S+\/unsubscribe\/[\w.-]+/g);

  const reader = await newVisitor({ viewport: { width: 360, height: 740 } });
  await goTo(reader, link);
  const status = reader.getByRole('main').getByRole('status');
  const stop = reader.getByRole('button', { name: 'No e-mails about: games that start' });
  const undo = reader.getByRole('button', { name: 'Undo' });
  const isOff = 'You no longer receive e-mails about this: games that start.';
  await expect(status).toHaveText(/^You receive e-mails about: .*games that start/);
  await stop.click();
  await expect(status).toHaveText(isOff);
  await undo.click();
  await expect(status).toHaveText(/^You receive e-mails about: .*games that start/);
  await stop.press('Enter');
  await expect(status).toHaveText(isOff);
  await goTo(reader, link);
  await expect(status).toHaveText(isOff);
  await reader.getByRole('button', { name: 'No e-mails at all' }).press('Enter');
  await expect(status).toHaveText('You no longer receive e-mails about games.');
  await undo.press('Enter');
  await expect(status).toHaveText(isOff);
});
