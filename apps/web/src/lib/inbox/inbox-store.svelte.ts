import {
  type GameId,
  type InboxGame,
  type InboxGroup,
  InboxPage,
  type InboxPlace,
  inboxGroup,
  inboxPlace,
  MAX_INBOX_PAGE,
  mostUrgentFirst,
  noInboxGames,
  type PlayerId,
} from '@terrace/protocol';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { tryGetJson } from '#lib/net/rest.ts';
import { Subscription } from '#lib/net/subscription.ts';

/** Games on the first page. */
export const FIRST_GAMES = 30;

/** The visitor's unfinished games, the most urgent first: all, or those of one group. */
export class InboxStore {
  #group: InboxGroup | null;
  #page = $state.raw<InboxPage>({
    games: [],
    counts: noInboxGames(),
    next: null,
  });
  /** The place of the last loaded game while there are more. Later games are loaded with the next page. */
  #floor: InboxPlace | undefined;
  readonly #connection: Connection;
  readonly #me: PlayerId;

  constructor(connection: Connection, me: PlayerId, group: InboxGroup | null, page: InboxPage) {
    this.#connection = connection;
    this.#me = me;
    this.#group = group;
    this.#set(page);
  }

  get games(): readonly InboxGame[] {
    return this.#page.games;
  }

  get counts(): InboxPage['counts'] {
    return this.#page.counts;
  }

  get hasMore(): boolean {
    return this.#page.next !== null;
  }

  /** Shows another group, or all for null, from its first page on. */
  show(group: InboxGroup | null, page: InboxPage): void {
    this.#group = group;
    this.#set(page);
  }

  subscribe(signal: AbortSignal): void {
    new Subscription(
      this.#connection,
      {
        request: 'inbox:watch',
        payload: () => ({
          group: this.#group,
          limit: Math.min(Math.max(this.games.length, FIRST_GAMES), MAX_INBOX_PAGE),
        }),
        apply: (page) => {
          this.#set(page);
          return undefined;
        },
        leave: () => void this.#connection.request('inbox:unwatch', {}),
      },
      signal,
    )
      .on('inbox:changed', ({ gameId, game, counts }) => {
        this.#page = { ...this.#page, games: this.#changed(gameId, game), counts };
      })
      .on('notifications:changed', ({ added }) => {
        if (added?.details.kind !== 'chat') return;
        const about = added.gameId;
        const games = this.games.map((game) =>
          game.row.id === about ? { ...game, unreadChat: game.unreadChat + 1 } : game,
        );
        this.#page = { ...this.#page, games };
      });
  }

  async loadMore(): Promise<void> {
    const { next } = this.#page;
    if (next === null) return;
    const group = this.#group === null ? '' : `&group=${this.#group}`;
    const page = await tryGetJson(fetch, `/api/me/games?limit=${FIRST_GAMES}&cursor=${next}${group}`, InboxPage);
    if (page === undefined || this.#page.next !== next) return;
    const known = new Set(page.games.map(({ row }) => row.id));
    this.#set({ ...page, games: [...this.games.filter(({ row }) => !known.has(row.id)), ...page.games] });
  }

  #set(page: InboxPage): void {
    this.#page = page;
    const last = page.games.at(-1);
    this.#floor = page.next === null || last === undefined ? undefined : this.#placeOf(last);
  }

  #changed(gameId: GameId, game: InboxGame | null): InboxGame[] {
    const before = this.games.find(({ row }) => row.id === gameId);
    const others = this.games.filter((each) => each !== before);
    const group = game === null ? undefined : inboxGroup(game.row, this.#me);
    if (game === null || group === undefined || (this.#group !== null && group !== this.#group)) return others;
    const place = inboxPlace(game.row, game.movedAt, group);
    if (this.#floor !== undefined && mostUrgentFirst(place, this.#floor) > 0) return others;
    const at = others.findIndex((each) => {
      const theirs = this.#placeOf(each);
      return theirs !== undefined && mostUrgentFirst(theirs, place) > 0;
    });
    return others.toSpliced(at < 0 ? others.length : at, 0, { ...game, unreadChat: before?.unreadChat ?? 0 });
  }

  #placeOf({ row, movedAt }: InboxGame): InboxPlace | undefined {
    const group = inboxGroup(row, this.#me);
    return group && inboxPlace(row, movedAt, group);
  }
}
