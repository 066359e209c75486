import type { BrowserContext } from '@playwright/test';
import { type Client, connect } from '@terrace/testing/client';

/** A visitor's additional socket, for setup that would take many clicks. */
export async function connectSocket(context: BrowserContext, site: string): Promise<Client> {
  await context.request.get(`${site}/api/me`); // makes a new visitor a guest
  const cookies = await context.cookies(site);
  return connect(site, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
}
