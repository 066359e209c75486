import type { Browser, Page } from '@playwright/test';
import type { GameId, Settings } from '@terrace/protocol';
import type { Client } from '@terrace/testing/client';
import { newVisitor } from './browser.ts';
import { connectSocket } from './socket-client.ts';

/** A player with an account: a signed-in page, and a socket for setup that would take many clicks. */
export type Member = Client & { readonly name: string; readonly page: Page };

export const PASSWORD = 'steps upon steps';

let signUps = 0;

export async function signUpMember(
  browser: Browser,
  site: string,
  name: string,
  pageErrors: string[],
): Promise<Member> {
  const page = await newVisitor(browser, pageErrors);
  const signedUp = await page.request.post(`${site}/api/account/sign-up`, {
    data: { name, password: PASSWORD },
    // Each member has its own address: sign-ups per address and hour are limited, and all tests share a server.
    headers: { 'x-forwarded-for': `10.1.${++signUps >> 8}.${signUps & 255}` },
  });
  if (!signedUp.ok()) throw new Error(`${name} could not sign up: ${await signedUp.text()}`);
  return { ...(await connectSocket(page.context(), site)), name, page };
}

/** A rated game of two moves, which the loser then resigns. */
export async function playRatedGame(winner: Member, loser: Member, change: Partial<Settings> = {}): Promise<GameId> {
  const gameId = await winner.create({ rated: true, ...change }, 'south');
  await loser.commandOrThrow(gameId, { type: 'sit', side: null });
  await winner.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await loser.commandOrThrow(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await loser.commandOrThrow(gameId, { type: 'resign' });
  return gameId;
}
