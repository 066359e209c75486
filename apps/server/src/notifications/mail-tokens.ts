import { createHmac, timingSafeEqual } from 'node:crypto';
import { GameId, NotificationKind, PlayerId } from '@terrace/protocol';
import { SIDES, type Side } from '@terrace/rules';
import { z } from 'zod';

const TAG_LENGTH = 6;
const SIGNATURE_LENGTH = 20;

const REPLY = /^(([0-9a-f]{24})([swne])([0-9a-f]{6})([0-9a-z]{1,6}))([0-9a-f]{20})$/;

const Which = z.union([NotificationKind, z.literal('all')]);

export type Unsubscription = { readonly player: PlayerId; readonly kind: NotificationKind | 'all' };

/** What a mail showed to whom: the game up to its event `seq`. */
export type Shown = {
  readonly gameId: GameId;
  readonly side: Side;
  readonly seq: number;
};

/** `isOf` compares the player of the mail with another one. */
export type ReplyAddress = Shown & { readonly isOf: (player: PlayerId) => boolean };

export type MailTokens = ReturnType<typeof createMailTokens>;

/** The key of the texts in mails, so that who signs them does not need the secret itself. */
export const mailKey = (secret: string): string => createHmac('sha256', secret).update('mail').digest('hex');

/** Signed texts in mails, with which a reader acts without signing in. @param hexKey as `mailKey` makes it */
export function createMailTokens(hexKey: string) {
  const key = Buffer.from(hexKey, 'hex');
  const sign = (text: string, encoding: 'base64url' | 'hex', length: number): string =>
    createHmac('sha256', key).update(text).digest(encoding).slice(0, length);
  const isSigned = (given: string, expected: string): boolean =>
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

  const signUnsubscription = (text: string): string => sign(`unsubscribe ${text}`, 'base64url', 22);
  /** Ids of players are too long for an address. */
  const tagOf = (player: PlayerId): string => sign(`player ${player}`, 'hex', TAG_LENGTH);

  return {
    unsubscription({ player, kind }: Unsubscription): string {
      const text = `${player}.${kind}`;
      return `${text}.${signUnsubscription(text)}`;
    },

    readUnsubscription(token: string): Unsubscription | undefined {
      const [player, kind, signature, ...more] = token.split('.');
      const [id, which] = [PlayerId.safeParse(player), Which.safeParse(kind)];
      if (!id.success || !which.success || signature === undefined || more.length > 0) return undefined;
      return isSigned(signature, signUnsubscription(`${player}.${kind}`))
        ? { player: id.data, kind: which.data }
        : undefined;
    },

    /** For the local part of an address: at most 64 characters with its prefix, and mail servers may change the case. */
    reply({ gameId, side, seq }: Shown, player: PlayerId): string {
      const text = `${Buffer.from(gameId).toString('hex')}${side[0]}${tagOf(player)}${seq.toString(36)}`;
      return `${text}${sign(`reply ${text}`, 'hex', SIGNATURE_LENGTH)}`;
    },

    /** Checks the signature without knowing the game, so that other addresses cost nothing. */
    readReply(token: string): ReplyAddress | undefined {
      const [, text, hex = '', letter, tag = '', digits = '', signature = ''] = REPLY.exec(token.toLowerCase()) ?? [];
      if (text === undefined || !isSigned(signature, sign(`reply ${text}`, 'hex', SIGNATURE_LENGTH))) return undefined;
      const gameId = GameId.safeParse(Buffer.from(hex, 'hex').toString('latin1'));
      const side = SIDES.find(([first]) => first === letter);
      if (!gameId.success || side === undefined) return undefined;
      const isOf = (player: PlayerId): boolean => isSigned(tag, tagOf(player));
      return { gameId: gameId.data, side, seq: Number.parseInt(digits, 36), isOf };
    },
  };
}
