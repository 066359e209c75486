import { GameId, PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import type { Lease } from '../runtime/workers.ts';

/** A mail that is encrypted while it waits. */
export const SealedMail = z.string().brand('SealedMail');
export type SealedMail = z.infer<typeof SealedMail>;

/** The text of an answer, such as a private note, that is encrypted while it waits. */
export const SealedText = z.string().brand('SealedText');
export type SealedText = z.infer<typeof SealedText>;

/**
 * Background work that is queued by requests and received mails. Servers of different versions share the table, so a
 * changed shape needs a new kind.
 */
export const Task = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('account-mail'),
    /** Missing for a mail that is sent even if the account is deleted. */
    account: z.optional(PlayerId),
    mail: SealedMail,
    /** The same on every attempt, so that mail programs show a mail sent twice once. */
    key: z.string(),
  }),
  z.object({
    kind: z.literal('mail-answer'),
    player: PlayerId,
    /** As that of an account mail. */
    key: z.string(),
    isDone: z.boolean(),
    text: SealedText,
    gameId: GameId,
    inReplyTo: z.string().optional(),
  }),
  z.object({
    kind: z.literal('test-notification'),
    channel: z.enum(['push', 'mail', 'webhook']),
    player: PlayerId,
    /** Of a player without a row, such as a new guest. */
    name: z.string(),
    isGuest: z.boolean(),
  }),
  z.object({ kind: z.literal('test-webhook'), webhook: z.string() }),
]);
export type Task = z.infer<typeof Task>;

/** An errand that is due at once. It is deleted after `expiresAt`. */
export type NewErrand = { readonly task: Task; readonly dueAt: number; readonly expiresAt: number };

/** Tasks that are mails, which are tried until they are sent. */
export type MailTask = Extract<Task, { kind: (typeof MAIL_KINDS)[number] }>;

/** Tasks whose answer a request waits for. They are tried once. */
export type Test = Exclude<Task, MailTask>;

export const MAIL_KINDS = ['account-mail', 'mail-answer'] as const;

export const TEST_KINDS = ['test-notification', 'test-webhook'] as const;

export const isMail = (task: Task): task is MailTask => MAIL_KINDS.some((kind) => kind === task.kind);

export type ErrandAnswer = 'delivered' | 'not-delivered';

/** `attempts` includes this one. */
export type ClaimedErrand = { readonly id: number; readonly task: Task; readonly attempts: number };

/** Instants are ms since 1970. All functions throw DatabaseUnavailable or DatabaseBusy. */
export type ErrandStore = {
  /** @returns its id */
  add(errand: NewErrand): Promise<number>;
  /**
   * Takes errands that are due, the least tried first, then the longest waiting: up to `all` errands, with at most
   * `tests` tests of notifications or webhooks among them. Those that only a later version can read remain for it.
   */
  claim(lease: Lease, most: { readonly all: number; readonly tests: number }): Promise<readonly ClaimedErrand[]>;
  postpone(id: number, until: number): Promise<void>;
  answer(id: number, answer: ErrandAnswer): Promise<void>;
  answerOf(id: number): Promise<ErrandAnswer | undefined>;
  remove(id: number): Promise<void>;
  /** Removes an errand that has not been claimed. @returns whether it did */
  withdraw(id: number): Promise<boolean>;
  deleteExpired(now: number): Promise<void>;
};
