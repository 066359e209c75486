import { peopleMessages } from '@terrace/messages/people';
import { previewMessages } from '@terrace/messages/preview';
import { GamePage, PlayerProfile } from '@terrace/protocol';
import { startPosition } from '@terrace/rules';
import { finalPositionOf } from '#lib/archive/game-facts.ts';
import { getJson } from '#lib/net/rest.ts';
import { pictureAnswer } from '#lib/preview/answer.ts';
import { ratingText } from '#lib/ui/rating-text.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ fetch, params, platform }) => {
  const path = `/api/players/${encodeURIComponent(params.name)}` as const;
  const [{ player, ratings }, { games }] = await Promise.all([
    getJson(fetch, path, PlayerProfile),
    getJson(fetch, `${path}/games?limit=1`, GamePage),
  ]);
  const [latest] = games;
  const marks = ratings.map(
    ({ kind, rating, provisional }) => `${peopleMessages().kind[kind]} ${ratingText(rating, provisional)}`,
  );
  const about = marks.length > 0 ? marks.join(' · ') : previewMessages().player({ name: player.name });
  const position = (latest && finalPositionOf(latest)) ?? startPosition('long');
  return pictureAnswer(
    { position, lastMove: undefined, title: player.name, about },
    'changing',
    platform?.req.renderPng,
  );
};
