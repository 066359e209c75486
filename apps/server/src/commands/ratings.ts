import { type PlayerRating, RATING_KINDS } from '@terrace/protocol';
import { ok } from '@terrace/rules';
import type { Archive } from '../archive/store.ts';
import type { Handlers } from './handler.ts';

/** Players told of in each kind. */
const MOST = 10;

/** Who plays how well: one's own ratings, and the best of each kind. */
export const createRatingsCommand = (archive: Archive, now: () => number): Handlers<'ratings'> => ({
  async ratings(_words, { by }) {
    const at = now();
    const [profile, ...boards] = await Promise.all([
      archive.profile(by, by.id, at),
      ...RATING_KINDS.map((kind) => archive.leaderboard(kind, at, null, MOST)),
    ]);
    const own = profile?.ratings ?? [];
    const best = boards.flatMap(({ rows }, i) =>
      rows.length === 0
        ? []
        : [
            `${RATING_KINDS[i]}:`,
            ...rows.map((row) => `${String(row.place).padStart(3)}. ${row.player.name} ${row.rating}`),
          ],
    );
    const lines = [...(own.length === 0 ? [] : [`Yours: ${own.map(ratingText).join(', ')}.`]), ...best];
    return ok(lines.length === 0 ? 'Nobody has a rating yet that many games stand behind.' : lines.join('\n'));
  },
});

/** A question mark stands behind a rating that may still be far off. */
const ratingText = ({ kind, rating, provisional }: PlayerRating): string =>
  `${kind} ${rating}${provisional ? '?' : ''}`;
