import type { IncomingMessage } from 'node:http';
import { error } from '@sveltejs/kit';
import { type PreviewPicture, previewSvg, shownIn } from './preview-svg.ts';

type Paint = IncomingMessage['renderPng'];

/** Cache lifetimes in seconds: for a picture that can change at any time, of a page, and that never changes. */
const KEEP = {
  changing: 'public, max-age=10',
  page: 'public, max-age=86400',
  final: 'public, max-age=604800, immutable',
};

/** The response with a picture. Without the server's painter, as in development, it is the SVG itself. */
export async function pictureAnswer(picture: PreviewPicture, keep: keyof typeof KEEP, paint: Paint): Promise<Response> {
  const draw = () => previewSvg(picture);
  const headers = { 'cache-control': KEEP[keep], 'content-type': paint ? 'image/png' : 'image/svg+xml' };
  return new Response(paint ? new Uint8Array(await paint(shownIn(picture), draw)) : draw(), { headers });
}

export const noPicture = (): never => error(404);
