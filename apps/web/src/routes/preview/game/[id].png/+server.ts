import { GameLog, MAX_EVENTS_IN_REPLY } from '@terrace/protocol';
import { plyFromUrl } from '#lib/game/ply-from-url.ts';
import { getJson } from '#lib/net/rest.ts';
import { noPicture, pictureAnswer } from '#lib/preview/answer.ts';
import { gameSubject } from '#lib/preview/game-preview.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ fetch, params, url, platform }) => {
  const path = `/api/games/${encodeURIComponent(params.id)}?most=${MAX_EVENTS_IN_REPLY}` as const;
  const log = await getJson(fetch, path, GameLog);
  const subject = gameSubject(log, plyFromUrl(url)) ?? noPicture();
  return pictureAnswer(subject, subject.final ? 'final' : 'changing', platform?.req.renderPng);
};
