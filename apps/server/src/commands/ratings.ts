import { commandsMessages } from '@terrace/messages/commands';
import { type PlayerRating, RATING_KINDS } from '@terrace/protocol';
import { ok } from '@terrace/rules';
import type { Archive } from '../archive/archive.ports.ts';
import type { CommandHandlers } from './handler.ts';

const MAX_PLAYERS_PER_KIND = 10;

type Dependencies = { readonly archive: Archive; readonly now: () => number };

export const createRatingsCommand = ({ archive, now }: Dependencies): CommandHandlers<'ratings'> => ({
  async ratings(_args, { by }) {
    const at = now();
    const [profile, ...boards] = await Promise.all([
      archive.profile(by, by.id, at),
      ...RATING_KINDS.map((kind) => archive.leaderboard(kind, at, null, MAX_PLAYERS_PER_KIND)),
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
    const lines = [
      ...(own.length === 0 ? [] : [commandsMessages().ratings.own({ ratings: own.map(ratingText).join(', ') })]),
      ...best,
    ];
    return ok(lines.length === 0 ? commandsMessages().ratings.none : lines.join('\n'));
  },
});

/** A rating, with a question mark if provisional. */
const ratingText = ({ kind, rating, provisional }: PlayerRating): string =>
  `${kind} ${rating}${provisional ? '?' : ''}`;
