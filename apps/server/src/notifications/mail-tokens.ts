import { createHmac, timingSafeEqual } from 'node:crypto';
import { GameId, NotificationKind, PlayerId } from '@terrace/protocol';
import { SIDES, type Side } from '@terrace/rules';
import { z } from 'zod';

const Which = z.union([NotificationKind, z.literal('all')]);

export type Unsubscription = { readonly player: PlayerId; readonly kind: NotificationKind | 'all' };

/** `isOf` checks the signature against the player who has the side. */
export type ReplyAddress = {
  readonly gameId: GameId;
  readonly side: Side;
  readonly isOf: (player: PlayerId) => boolean;
};

export type MailTokens = ReturnType<typeof createMailTokens>;

/** Signed texts in mails, with which a reader acts without signing in. */
export function createMailTokens(secret: string) {
  const key = createHmac('sha256', secret).update('mail').digest();
  const sign = (text: string, encoding: 'base64url' | 'hex', length: number): string =>
    createHmac('sha256', key).update(text).digest(encoding).slice(0, length);
  const isSigned = (given: string, expected: string): boolean =>
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

  const signUnsubscription = (text: string): string => sign(`unsubscribe ${text}`, 'base64url', 22);
  const signReply = (game: string, side: Side, player: PlayerId): string =>
    sign(`reply ${game} ${side} ${player}`, 'hex', 20);

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

    /** For the local part of an address, whose case mail servers may change, so the game's id is in hexadecimal. */
    reply: (game: GameId, side: Side, player: PlayerId): string =>
      `${Buffer.from(game).toString('hex')}${side[0]}${signReply(game, side, player)}`,

    readReply(token: string): ReplyAddress | undefined {
      const [, hex = '', letter, signature = ''] =
        /^([0-9a-f]{24})([swne])([0-9a-f]{20})$/.exec(token.toLowerCase()) ?? [];
      const game = GameId.safeParse(Buffer.from(hex, 'hex').toString('latin1'));
      const side = SIDES.find(([first]) => first === letter);
      if (!game.success || side === undefined) return undefined;
      const isOf = (player: PlayerId): boolean => isSigned(signature, signReply(game.data, side, player));
      return { gameId: game.data, side, isOf };
    },
  };
}
