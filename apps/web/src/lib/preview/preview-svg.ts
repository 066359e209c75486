import styles from 'virtual:drawing-styles';
import { messages } from '@terrace/messages';
import { formatPosition, type Position, type Square } from '@terrace/rules';
import { render } from 'svelte/server';
import Preview from './Preview.svelte';
import { standaloneSvg } from './standalone-svg.ts';
import { parseRules } from './style-rules.ts';

const rules = parseRules(styles);

export type PreviewPicture = {
  readonly position: Position;
  readonly last: Square | undefined;
  readonly title: string;
  readonly about: string;
};

/** All that a picture shows, which is much quicker said than drawn. */
export const shownIn = ({ position, last, title, about }: PreviewPicture): string =>
  JSON.stringify([formatPosition(position), last, title, about, messages.site.brand]);

/** The picture beside a link, as an SVG that stands alone. */
export const previewSvg = (picture: PreviewPicture): string =>
  standaloneSvg(render(Preview, { props: { ...picture, brand: messages.site.brand } }).body, rules);
