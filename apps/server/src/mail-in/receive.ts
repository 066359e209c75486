import { createHash } from 'node:crypto';
import { type GameState, processedSeq } from '@terrace/game';
import { explain, inLanguage } from '@terrace/messages';
import { mailMessages } from '@terrace/messages/mail';
import type { GameId, Player } from '@terrace/protocol';
import PostalMime, { type Email } from 'postal-mime';
import type { CommandLine } from '../commands/index.ts';
import { commandIdFrom } from '../game-service/command-ids.ts';
import { runInLanguage } from '../http/language.ts';
import type { CreateSharedLimit } from '../limits/rate-limit.ts';
import { toRecipient } from '../notifications/describe.ts';
import type { Answer, MailCommands } from '../notifications/mail.ports.ts';
import type { MailTokens, ReplyAddress } from '../notifications/mail-tokens.ts';
import type { NotificationStore } from '../notifications/notifications.ports.ts';
import { isAuthentic, isAutomatic } from './authenticity.ts';
import { commandOf, firstOwnLine } from './reply-line.ts';

/** Commands of a player, and answers to a player, in an hour. */
const COMMANDS_PER_HOUR = 60;
const ANSWERS_PER_HOUR = 30;

export type Incoming = { readonly raw: Uint8Array; readonly from: string; readonly token: string };

/** `drop`: accepted without effect, so that mail servers send no bounces to loops or strangers. */
export type Received = 'done' | 'drop' | 'refuse';

type Dependencies = {
  readonly tokens: Pick<MailTokens, 'readReply'>;
  readonly domain: string;
  /** In the Message-IDs of this server's own mails. */
  readonly ownHost: string;
  readonly authservId: string | undefined;
  readonly commandLine: CommandLine;
  readonly state: (gameId: GameId) => Promise<GameState | null>;
  readonly notifications: Pick<NotificationStore, 'recipient'>;
  readonly commands: MailCommands;
  readonly answer: (answer: Answer) => Promise<void>;
  readonly createLimit: CreateSharedLimit;
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
};

export type Receive = ReturnType<typeof createReceive>;

/** Executes the first line of a reply for the player to whom the address belongs. @throws database errors */
export function createReceive({ tokens, domain, ownHost, authservId, commandLine, state, ...needs }: Dependencies) {
  const { notifications, commands, answer, createLimit, now, reportError } = needs;
  const commandLimit = createLimit('mail-command', { points: COMMANDS_PER_HOUR, duration: 3600 });
  const answerLimit = createLimit('mail-answer', { points: ANSWERS_PER_HOUR, duration: 3600 });

  /** The player of an address, if the mail is from them. */
  async function senderOf(address: ReplyAddress, game: GameState, mail: Email) {
    const seat = game.seats.find(({ side }) => side === address.side);
    const player = [seat?.player, seat?.leaver].find((each): each is Player => each != null && address.isOf(each.id));
    const row = player && (await notifications.recipient(player.id));
    if (player === undefined || row?.email == null || mail.from?.address?.toLowerCase() !== row.email) return undefined;
    return { player, email: row.email, recipient: toRecipient(player.id, row) };
  }

  async function execute(mail: Email, { gameId }: ReplyAddress, game: GameState, by: Player, key: string) {
    const texts = mailMessages().answer;
    /** The same at each delivery, so that a mail whose execution was not noted is not executed again. */
    const commandId = commandIdFrom(`mail ${key}`);
    const sender = { by, arrivedAt: now(), address: `mail:${by.id}`, commandId };
    if (processedSeq(game, by.id, commandId) !== undefined) {
      const shown = await commandLine(`show ${gameId}`, sender);
      return { isDone: true, text: shown.ok ? shown.value : '' };
    }
    if (game.status === 'over' || game.status === 'closed') return { isDone: false, text: texts.over };
    const line = firstOwnLine(textOf(mail));
    if (line === undefined) return { isDone: false, text: texts.empty };
    const result = await commandLine(commandOf(line, gameId), sender);
    const quoted = texts.line({ line: line.slice(0, 200) });
    return result.ok
      ? { isDone: true, text: result.value }
      : { isDone: false, text: `${texts.refused({ why: explain(result.error) })}\n\n${quoted}` };
  }

  return async function receive({ raw, from, token }: Incoming): Promise<Received> {
    const address = tokens.readReply(token);
    const mail = await PostalMime.parse(raw).catch(() => undefined);
    if (address === undefined || mail === undefined) return 'refuse';
    if (from === '' || from.toLowerCase().endsWith(`@${domain}`) || isAutomatic(mail.headers, ownHost)) return 'drop';
    const game = await state(address.gameId);
    const sender = game === null ? undefined : await senderOf(address, game, mail);
    if (game === null || sender === undefined || !isAuthentic(mail.headers, authservId)) return 'refuse';
    const { player, email, recipient } = sender;
    if ((await commandLimit.consume(player.id)) !== undefined) return 'drop';
    const key = createHash('sha256')
      .update(`${player.id} ${mail.messageId ?? ''}`)
      .update(mail.messageId === undefined ? raw : '')
      .digest('hex');
    if (await commands.has(key)) return 'drop';
    const outcome = await runInLanguage(recipient.language, () => execute(mail, address, game, player, key));
    if (!(await commands.add(key, player.id, now()))) return 'drop';
    if ((await answerLimit.consume(player.id)) !== undefined) return 'done';
    const { done, notDone, subject } = inLanguage(recipient.language, () => mailMessages().answer);
    const title = subject({ title: outcome.isDone ? done : notDone });
    // The command is executed, so a failed answer must not repeat it.
    await answer({
      ...outcome,
      to: email,
      recipient,
      title,
      gameId: address.gameId,
      inReplyTo: mail.messageId,
      key,
    }).catch(reportError);
    return 'done';
  };
}

/** The text part, or the text of the HTML part. */
function textOf({ text, html }: Email): string {
  if (text !== undefined) return text;
  return (html ?? '').replace(/<(?:br|\/p|\/div)\b[^>]*>/gi, '\n').replace(/<[^>]*>/g, '');
}
