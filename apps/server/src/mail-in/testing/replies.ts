import { DEFAULT_NOTIFICATION_CHOICES, type GameId } from '@terrace/protocol';
import { aGame } from '@terrace/testing/games';
import { memberAt, request } from '@terrace/testing/members';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { expect } from 'vitest';
import { createMailTokens, mailKey } from '../../notifications/mail-tokens.ts';
import { SECRET } from '../../testing/app.ts';
import { useAppWithMail } from '../../testing/app-with-mail.ts';
import { freePort } from '../../testing/free-port.ts';
import { headerOf } from '../../testing/mailbox.ts';

export const DOMAIN = 'play.terrace.example';
export const AUTHSERV = 'mx.terrace.example';
const PASSED = `${AUTHSERV}; dkim=pass header.d=mail.example; spf=pass; dmarc=pass header.from=mail.example`;
const tokens = createMailTokens(mailKey(SECRET));

/** A server that receives mails, and players who reply to it. */
export function useReplies() {
  let port: number;
  const { app, mailbox } = useAppWithMail(async () => {
    port = await freePort();
    return { mailIn: { host: '127.0.0.1', port, domain: DOMAIN, authservIds: [AUTHSERV] } };
  });

  async function reachable() {
    const member = await memberAt(app.url);
    const email = `${member.player.id.toLowerCase()}@mail.example`;
    const where = { playerId: member.player.id };
    await app.database.prisma.user.update({ where, data: { email, emailVerified: true } });
    const body = { ...DEFAULT_NOTIFICATION_CHOICES, mail: 'immediate' };
    await request(app.url, '/api/me/notification-choices', { method: 'PUT', cookie: member.cookie, body });
    return { ...member, email };
  }

  /** A game, and South's address in it after `seq` events. */
  async function game() {
    const [south, north] = [await reachable(), await memberAt(app.url)];
    const { gameId } = await aGame(app.url).days(7).among(south, north).started();
    const addressAfter = (seq: number, { player }: Pick<typeof north, 'player'> = south) =>
      `play+${tokens.reply({ gameId, side: 'south', seq }, player.id)}@${DOMAIN}`;
    return { gameId, south, north, addressAfter, to: addressAfter(await seqOf(gameId)) };
  }

  const seqOf = (gameId: GameId): Promise<number> => app.database.prisma.gameEvent.count({ where: { gameId } });

  /** @returns the status of the mail server's answer */
  async function send(mail: SendMailOptions, results = PASSED): Promise<number> {
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
    const headers = { 'Authentication-Results': results, ...(mail.headers as Record<string, string> | undefined) };
    try {
      await transport.sendMail({ subject: 'Re: Your turn', ...mail, headers });
      return 250;
    } catch (error) {
      return error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
    }
  }

  const pliesIn = async (gameId: GameId): Promise<number> =>
    app.database.prisma.gameEvent.count({ where: { gameId, event: { path: ['type'], equals: 'moved' } } });

  const sentAnswersTo = (email: string) =>
    mailbox()
      .emailsTo(email)
      .filter((mail) => headerOf(mail, 'Auto-Submitted') === 'auto-replied');

  /** Waits until no answer is left to send. */
  async function answersTo(email: string) {
    await expect.poll(() => app.database.prisma.errand.count()).toBe(0);
    return sentAnswersTo(email);
  }

  return {
    app,
    mailbox,
    mailInPort: (): number => port,
    reachable,
    game,
    seqOf,
    send,
    pliesIn,
    sentAnswersTo,
    answersTo,
  };
}
