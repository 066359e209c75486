import { currentPosition, fold, type GameState } from '@terrace/game';
import { messages, timeText } from '@terrace/messages';
import { peopleMessages } from '@terrace/messages/people';
import { previewMessages } from '@terrace/messages/preview';
import type { GameLog } from '@terrace/protocol';
import { type History, momentsOf, type Position } from '@terrace/rules';
import type { MoveTrace } from '#lib/board/board-state.ts';
import { traceMove } from '#lib/board/moves.ts';
import { inLanguage, type LinkPreview } from './link-preview.ts';

export type GameSubject = {
  readonly position: Position;
  readonly lastMove: MoveTrace | undefined;
  readonly title: string;
  readonly about: string;
  /** Whether the picture can never change. */
  readonly final: boolean;
  readonly byLink: boolean;
};

/** @param ply the move after which the game is shown; for other values the current position */
export function gameSubject({ events }: GameLog, ply: number | undefined): GameSubject | undefined {
  const state = fold(null, events);
  if (state === null) return undefined;
  const now: History = state.history;
  const wished = ply === undefined ? undefined : momentsOf(now).find(({ position }) => position.ply - 1 === ply);
  const shown = wished ?? now;
  const { move, parent } = shown.move === undefined && shown.parent !== undefined ? shown.parent : shown;
  return {
    position: wished === undefined ? currentPosition(state) : shown.position,
    lastMove: move && parent && traceMove(parent.position, move),
    title: titleOf(state),
    about: aboutOf(state),
    final: state.status === 'over' || state.status === 'closed',
    byLink: state.settings.seen === 'link',
  };
}

export function gamePreview(log: GameLog, ply: number | undefined): LinkPreview | undefined {
  const subject = gameSubject(log, ply);
  if (subject === undefined) return undefined;
  const { title, about, byLink } = subject;
  // The last event number changes the URL with the picture, which bypasses caches.
  const query = `v=${log.events.at(-1)?.seq ?? 0}${ply === undefined ? '' : `&ply=${ply}`}`;
  return {
    title,
    about,
    hidden: byLink,
    picture: inLanguage(`/preview/game/${log.id}.png?${query}`),
    path: `/game/${log.id}`,
  };
}

const playersOf = ({ seats }: GameState) => seats.flatMap(({ player }) => player?.name ?? []);

function titleOf(state: GameState): string {
  const players = playersOf(state);
  return players.length < 2 ? messages.setup[state.settings.setup] : players.join(players.length === 2 ? ' – ' : ', ');
}

function aboutOf(state: GameState): string {
  const { settings, status, result, seats } = state;
  const moves = Math.max(0, currentPosition(state).ply - 1);
  const facts = [
    messages.setup[settings.setup],
    timeText(settings.time, 'long'),
    ...(settings.rated ? [messages.common.rated] : []),
    ...(status === 'open' ? [] : [peopleMessages().archive.moves({ count: moves })]),
  ].join(', ');
  if (status === 'open') {
    const host = seats.find(({ player }) => player?.id === state.host)?.player?.name ?? messages.site.brand;
    return previewMessages().open({ host, facts });
  }
  if (status === 'live') return previewMessages().live({ facts });
  if (result === null) return previewMessages().closed({ facts });
  const winner = seats.find(({ side }) => side === result.winner)?.player?.name;
  const first = winner === undefined ? peopleMessages().archive.draw : messages.common.wins({ name: winner });
  return previewMessages().over({ outcome: `${first} ${peopleMessages().end[result.by]}`, facts });
}
