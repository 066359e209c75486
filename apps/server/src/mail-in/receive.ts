import { createHash } from 'node:crypto';
import { currentPosition, type GameState, processedSeq } from '@terrace/game';
import { explain } from '@terrace/messages';
import { mailMessages } from '@terrace/messages/mail';
import type { GameId, LoggedEvent, Player } from '@terrace/protocol';
import type { MailSeal } from '../errands/sealed-mail.ts';
import { commandIdFrom } from '../game-service/command-ids.ts';
import { runInLanguage } from '../http/language.ts';
import type { CreateSharedLimit } from '../limits/rate-limit.ts';
import { toRecipient } from '../notifications/describe.ts';
import type { Answer, MailCommands } from '../notifications/mail.ports.ts';
import type { ReplyAddress } from '../notifications/mail-tokens.ts';
import type { NotificationStore } from '../notifications/notifications.ports.ts';
import { commandOf } from './command-of-reply.ts';
import type { RunMailedCommand } from './mailed-command.ts';
import type { MailReader, ReadMail } from './read-mail.ts';
import { answerToStanding, isStale } from './staleness.ts';

/** Mails to an address, commands of a player, and answers to a player, in an hour. */
const MAILS_PER_HOUR = 120;
const COMMANDS_PER_HOUR = 60;
const ANSWERS_PER_HOUR = 30;

/** Of a line that is quoted in an answer. */
const LINE_CHARS = 200;

export type Incoming = { readonly raw: Uint8Array; readonly from: string; readonly address: ReplyAddress };

/** `drop`: accepted without effect, so that mail servers send no bounces to loops or strangers. */
export type Received = 'done' | 'drop' | 'refuse';

type Dependencies = {
  readonly domain: string;
  readonly reader: Pick<MailReader, 'read'>;
  readonly command: RunMailedCommand;
  readonly state: (gameId: GameId) => Promise<GameState | null>;
  readonly eventsAfter: (gameId: GameId, seq: number) => Promise<readonly LoggedEvent[]>;
  readonly notifications: Pick<NotificationStore, 'recipient'>;
  readonly commands: MailCommands;
  readonly createLimit: CreateSharedLimit;
  readonly sealText: MailSeal['sealText'];
  /** Called when an answer was stored that waits to be sent. */
  readonly onAnswer: () => void;
  readonly now: () => number;
};

export type Receive = ReturnType<typeof createReceive>;

type Outcome = { readonly isDone: boolean; readonly text: string };

/**
 * Executes the command of a reply for the player of its address.
 * @throws database errors, and when play does not answer
 */
export function createReceive({ domain, reader, command, state, eventsAfter, ...needs }: Dependencies) {
  const { notifications, commands, createLimit, sealText, onAnswer, now } = needs;
  const mailLimit = createLimit('mail-in', { points: MAILS_PER_HOUR, duration: 3600 });
  const commandLimit = createLimit('mail-command', { points: COMMANDS_PER_HOUR, duration: 3600 });
  const answerLimit = createLimit('mail-answer', { points: ANSWERS_PER_HOUR, duration: 3600 });

  /** The player of an address, if the mail is from them. */
  async function senderOf(address: ReplyAddress, game: GameState, mail: ReadMail) {
    const seat = game.seats.find(({ side }) => side === address.side);
    const players = [seat?.player, seat?.leaver, seat?.reserved];
    const player = players.find((each): each is Player => each != null && address.isOf(each.id));
    const row = player && (await notifications.recipient(player.id));
    if (player === undefined || row?.email == null || mail.from !== row.email.toLowerCase()) return undefined;
    return { player, language: toRecipient(player.id, row).language };
  }

  async function execute(mail: ReadMail, { gameId, seq }: ReplyAddress, game: GameState, by: Player, key: string) {
    const texts = mailMessages().answer;
    /** The same at each delivery, so that a mail whose execution was not noted is not executed again. */
    const commandId = commandIdFrom(`mail ${key}`);
    const sender = { by, arrivedAt: now(), address: `mail:${by.id}`, commandId };
    if (processedSeq(game, by.id, commandId) !== undefined || (await commands.wasExecuted(commandId)))
      return { isDone: true, text: texts.already };
    const [paragraph] = mail.paragraphs;
    if (paragraph === undefined) return { isDone: false, text: texts.empty };
    const { line, name } = commandOf(paragraph, gameId);
    const refused = (why: string): Outcome => ({
      isDone: false,
      text: `${texts.refused({ why })}\n\n${texts.line({ line: paragraph[0]?.slice(0, LINE_CHARS) ?? '' })}`,
    });
    const answer = seq > game.seq ? undefined : answerToStanding(line, game, by.id, seq);
    if (answer === undefined && name !== null && (seq > game.seq || isStale(name, await eventsAfter(gameId, seq))))
      return refused(texts.stale);
    // Without a number, a move made on the page at this moment would let this one be played as the next.
    const numbered = name === 'move' && !line.includes('#') ? `${line}#${currentPosition(game).ply}` : (answer ?? line);
    const result = await command({ line: numbered, ...sender });
    return result.ok ? { isDone: true, text: result.value } : refused(explain(result.error));
  }

  return async function receive({ raw, from, address }: Incoming): Promise<Received> {
    const { gameId, side } = address;
    if (from === '' || from.toLowerCase().endsWith(`@${domain}`)) return 'drop';
    if ((await mailLimit.consume(`${gameId} ${side}`)) !== undefined) return 'drop';
    const mail = await reader.read(raw);
    if (mail === undefined) return 'refuse';
    if (mail.isAutomatic) return 'drop';
    const game = await state(gameId);
    const sender = game === null ? undefined : await senderOf(address, game, mail);
    if (game === null || sender === undefined || !mail.isAuthentic) return 'refuse';
    const { player, language } = sender;
    if ((await commandLimit.consume(player.id)) !== undefined) return 'drop';
    const key = createHash('sha256')
      .update(`${player.id} ${mail.messageId ?? ''}`)
      .update(mail.messageId === undefined ? raw : '')
      .digest('hex');
    if (await commands.has(key)) return 'drop';
    const outcome = await runInLanguage(language, () => execute(mail, address, game, player, key));
    const isAnswered = (await answerLimit.consume(player.id)) === undefined;
    const answer: Answer = {
      kind: 'mail-answer',
      player: player.id,
      gameId,
      key,
      inReplyTo: mail.messageId,
      isDone: outcome.isDone,
      text: sealText(outcome.text),
    };
    if (!(await commands.add(key, player.id, now(), isAnswered ? answer : undefined))) return 'drop';
    if (isAnswered) onAnswer();
    return 'done';
  };
}
