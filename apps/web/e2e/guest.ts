import type { Browser } from '@playwright/test';
import { Me } from '@terrace/protocol';
import type { Client } from '@terrace/testing/client';
import { connectSocket } from './socket-client.ts';

/** A guest without a page, for opponents whose page no test needs. */
export type Guest = Client & { readonly name: string };

export async function newGuest(browser: Browser, site: string): Promise<Guest> {
  const context = await browser.newContext();
  const client = await connectSocket(context, site);
  const me = Me.parse(await (await context.request.get(`${site}/api/me`)).json());
  return { ...client, name: me.player.name };
}
