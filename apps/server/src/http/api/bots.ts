import { BotList, BotSwitch, type PlayerId } from '@terrace/protocol';
import type { PlayerStore } from '../../game-service/players.ports.ts';
import { accounts, everyone } from '../access.ts';
import type { Router } from '../route.ts';

const MAX_BOTS = 500;

type Dependencies = {
  readonly players: Pick<PlayerStore, 'bots' | 'setBot'>;
  readonly isOnline: (player: PlayerId) => Promise<boolean>;
  /** Called when the mark of a player has changed. */
  readonly changed: () => void;
};

/** Accounts whose owners have declared that a program plays with them. */
export function addBotRoutes({ tagged }: Router, { players, isOnline, changed }: Dependencies): void {
  const route = tagged('Players');
  route('GET', '/api/bots', {
    operationId: 'listBots',
    access: everyone('read'),
    summary: 'All bots',
    description: `By name, at most ${MAX_BOTS}.`,
    reply: BotList,
    async handler() {
      const bots = await players.bots(MAX_BOTS);
      return { bots: await Promise.all(bots.map(async (bot) => ({ ...bot, online: await isOnline(bot.player.id) }))) };
    },
  });

  route('PUT', '/api/me/bot', {
    operationId: 'markAsBot',
    access: accounts('play'),
    summary: 'Mark your account as a bot',
    description:
      'Required when a program plays with the account. The mark is shown wherever the name is, from the next game on. Bots play casual games only.',
    body: BotSwitch,
    example: { body: { bot: true } },
    reply: BotSwitch,
    handler: async ({ actor, body }) => {
      await players.setBot(actor.player.id, body.bot);
      changed();
      return body;
    },
  });
}
