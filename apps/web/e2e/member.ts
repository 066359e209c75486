import type { Browser, Page } from '@playwright/test';
import { DEFAULT_SETTINGS, type GameId, type Settings } from '@terrace/protocol';
import { visitor } from './browser.ts';
import { connectSocket, newCommandId, type SocketClient } from './socket-client.ts';

/** Somebody with an account: a page that is signed in, and a wire for what is quicker said than clicked. */
export type Member = { readonly name: string; readonly page: Page; readonly socket: SocketClient };

export const PASSWORD = 'steps upon steps';

let signUps = 0;

export async function member(browser: Browser, site: string, name: string, faults: string[]): Promise<Member> {
  const page = await visitor(browser, faults);
  const signedUp = await page.request.post(`${site}/api/account/sign-up`, {
    data: { name, password: PASSWORD },
    // Each member has its own address: sign-ups from one address are limited per hour, and all tests share a server.
    headers: { 'x-forwarded-for': `10.1.${++signUps >> 8}.${signUps & 255}` },
  });
  if (!signedUp.ok()) throw new Error(`${name} could not sign up: ${await signedUp.text()}`);
  return { name, page, socket: await connectSocket(page.context(), site) };
}

/** A rated game of two moves, which the winner's opponent then resigns. */
export async function ratedGame(winner: Member, loser: Member, change: Partial<Settings> = {}): Promise<GameId> {
  const settings = { ...DEFAULT_SETTINGS, rated: true, ...change };
  const { gameId } = await winner.socket.ask('game:create', {
    commandId: newCommandId(),
    settings,
    side: 'south',
    reserved: [],
    from: null,
  });
  const say = ({ socket }: Member, command: Parameters<typeof socket.ask<'game:command'>>[1]['command']) =>
    socket.ask('game:command', { gameId, commandId: newCommandId(), command });
  await say(loser, { type: 'sit', side: null });
  await say(winner, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await say(loser, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await say(loser, { type: 'resign' });
  return gameId;
}
