import {
  GamePage,
  Me,
  type Player,
  PlayerGamesQuery,
  PlayerProfile,
  RatingHistory,
  RatingKind,
} from '@terrace/protocol';
import { z } from 'zod';
import type { Accounts } from '../../accounts/accounts.ts';
import { admit } from '../actor.ts';
import { gamePage, type ListServices, playerNamed } from './lists.ts';
import { recordsOf } from './records.ts';
import { RefusedRequest } from './refused.ts';
import { ByName, type Routes, refusals, text } from './route.ts';

const tags = ['Players'];

export type PlayerServices = ListServices & Pick<Accounts, 'limitGuests'>;

/** People and what they have played. */
export const playerRoutes: Routes<PlayerServices> = async (app, { archive, people, games, limitGuests, now }) => {
  app.get(
    '/api/me',
    {
      schema: {
        tags,
        summary: 'Who you are',
        description: 'A stranger becomes a guest by asking: keep the cookie.',
        response: { 200: Me, ...refusals },
      },
    },
    async (request, reply) => {
      if (request.actor !== null) {
        const { player, guest, role } = request.actor;
        return { player, guest, role };
      }
      const tooMany = await limitGuests(request.ip);
      if (tooMany !== undefined) throw new RefusedRequest(tooMany);
      const { actor, cookie } = admit(request);
      reply.header('set-cookie', cookie);
      return { player: actor.player, guest: true, role: null };
    },
  );

  app.get(
    '/api/players/:name',
    {
      schema: {
        tags,
        summary: 'A player',
        description: 'Ratings, results and opponents, and the score against you.',
        params: ByName,
        response: { 200: PlayerProfile, ...refusals },
      },
    },
    async ({ params, actor }) => {
      const profile = await archive.profile(await playerNamed(people, params.name), actor?.player.id, now());
      if (profile === undefined) throw new RefusedRequest({ code: 'no-such-player', name: params.name });
      return profile;
    },
  );

  app.get(
    '/api/players/:name/ratings/:kind',
    {
      schema: {
        tags,
        summary: 'A rating over time',
        description: 'What the rating was after each rated game of this kind, oldest first; the latest 1000 games.',
        params: z.object({ ...ByName.shape, kind: RatingKind }),
        response: { 200: RatingHistory, ...refusals },
      },
    },
    async ({ params: { name, kind } }) => archive.ratingHistory((await playerNamed(people, name)).id, kind),
  );

  app.get(
    '/api/players/:name/games',
    {
      schema: {
        tags,
        summary: "A player's finished games",
        description: 'Newest end first. All that is asked for must hold.',
        params: ByName,
        querystring: PlayerGamesQuery,
        response: { 200: GamePage, ...refusals },
      },
    },
    async ({ params: { name }, query, actor }) => {
      const player = await playerNamed(people, name);
      return gamePage({ archive, people }, query, player, actor?.player.id);
    },
  );

  app.get(
    '/api/players/:name/records',
    {
      schema: {
        tags,
        summary: "All of a player's games as records",
        description: 'A download, newest end first, an empty line between two records. One at a time.',
        params: ByName,
        response: { 200: text('text/plain', 'Records one after another.'), ...refusals },
      },
    },
    async ({ params: { name }, actor, ip }, reply) => {
      const player: Player = await playerNamed(people, name);
      reply.header('content-disposition', `attachment; filename="terrace-${player.id}.gam"`);
      const who = actor?.player.id ?? ip;
      return reply
        .type('text/plain; charset=utf-8')
        .send(recordsOf({ archive, games }, player.id, actor?.player.id, who));
    },
  );
};
