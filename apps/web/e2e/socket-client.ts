import type { BrowserContext } from '@playwright/test';
import { type Client, connect } from '@terrace/testing/client';

/** A second connection of a visitor, for set-up that would take many clicks. */
export async function connectSocket(context: BrowserContext, site: string): Promise<Client> {
  await context.request.get(`${site}/api/me`); // makes a new visitor a guest
  const cookies = await context.cookies(site);
  return connect(site, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
}
