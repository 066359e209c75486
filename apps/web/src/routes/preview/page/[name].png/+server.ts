import { startPosition } from '@terrace/rules';
import { noPicture, pictureAnswer } from '#lib/preview/answer.ts';
import { pageSubject } from '#lib/preview/link-preview.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ params, platform }) => {
  const { setup, title, about } = pageSubject(params.name) ?? noPicture();
  return pictureAnswer(
    { position: startPosition(setup), lastMove: undefined, title, about },
    'page',
    platform?.req.renderPng,
  );
};
