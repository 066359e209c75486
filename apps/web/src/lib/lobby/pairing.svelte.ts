import { loadRefusals } from '@terrace/messages';
import {
  CommandId,
  type GameId,
  type OpenSeek,
  type PlayerId,
  type Refusal,
  type Seek,
  type SeekEnd,
  seekKey,
} from '@terrace/protocol';
import { createContext } from 'svelte';
import { timeoutText } from '#lib/net/attempt.ts';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { Subscription } from '#lib/net/subscription.ts';
import { toaster } from '#lib/ui/toaster.svelte.ts';
import { searchMemory } from './search-memory.ts';

/** Why a search ended, unless the visitor ended it in this tab; `away`: it expired without an open page. */
type SearchEnd =
  | Exclude<SeekEnd, { why: 'paired' | 'refused' }>
  | { readonly why: 'refused'; readonly refusal: Refusal }
  | { readonly why: 'away' };

export type EndedSearch = { readonly seek: Seek; readonly end: SearchEnd };

type Outcomes = {
  go(gameId: GameId): void;
  /** Called when another tab changed the search, or ended it with null. */
  changedElsewhere(seek: Seek | null): void;
};

/** The visitor's search for opponents, shared by all tabs. It survives reloads and disconnects. */
export class Pairing {
  open = $state.raw<OpenSeek | undefined>();
  refusal = $state.raw<Refusal | undefined>();
  ended = $state.raw<EndedSearch | undefined>();
  joinRefusal = $state.raw<Refusal | undefined>();
  joining = $state(false);
  #pendingJoin: AbortController | undefined;
  /** Whether the server has added this connection to the search. */
  #attached = false;
  /** The visitor's table for friends, open during the search. */
  #invited: GameId | undefined;
  #subscription: Subscription<'pairing:resume'> | undefined;
  #signal: AbortSignal = AbortSignal.abort();
  readonly #connection: Connection;
  readonly #outcomes: Outcomes;

  constructor(connection: Connection, outcomes: Outcomes) {
    this.#connection = connection;
    this.#outcomes = outcomes;
  }

  subscribe(signal: AbortSignal): void {
    this.#signal = signal;
    const keep = () => {
      if (this.open !== undefined) searchMemory.save(this.open);
    };
    addEventListener('pagehide', keep, { signal });
    document.addEventListener('visibilitychange', keep, { signal });
    this.#connection.onConnect(() => {
      this.#attached = false;
    }, signal);
    this.#subscription = new Subscription(
      this.#connection,
      {
        request: 'pairing:resume',
        payload: () => {
          const before = this.#currentSearch();
          if (before === undefined || this.#pendingJoin !== undefined) return undefined;
          return { wanted: before.resumes ? before.open : null };
        },
        apply: ({ open, end }) => {
          const before = this.#currentSearch();
          if (open !== null) this.#setOpen(open);
          else if (before !== undefined) this.#finish(before.open, end ?? { why: 'away' });
          return undefined;
        },
        onRefused: (refusal) => {
          const before = this.#currentSearch();
          if (before !== undefined) this.#finish(before.open, { why: 'refused', refusal });
        },
      },
      signal,
    )
      .on('pairing:seek', ({ seek, end }) => this.#receiveSeek(seek, end))
      .on('pairing:paired', ({ gameId }) => {
        this.#enterGame(gameId);
      });
  }

  async join(seek: Seek): Promise<void> {
    this.#pendingJoin?.abort();
    const pending = new AbortController();
    this.#pendingJoin = pending;
    this.refusal = undefined;
    this.ended = undefined;
    const before = this.open;
    this.open = { seek, since: isSame(before?.seek, seek) && before ? before.since : this.#connection.clock.now() };
    const signal = AbortSignal.any([pending.signal, this.#signal]);
    const answer = await this.#connection.requestUntilAnswered('pairing:join', seek, signal);
    if (this.#pendingJoin !== pending) return;
    this.#pendingJoin = undefined;
    if (answer === 'lost') return;
    if (answer.ok) this.#setOpen(answer.value);
    else {
      this.refusal = answer.refusal;
      this.open = undefined;
      this.#subscription?.refresh(); // the previous search continues
    }
  }

  async leave(): Promise<void> {
    if (this.open === undefined) return;
    this.#clear();
    await this.#connection.request('pairing:leave', {});
  }

  /** @returns the game, or undefined if refused */
  async accept(player: PlayerId, game: Seek): Promise<GameId | undefined> {
    if (this.joining) return undefined;
    this.joining = true;
    this.joinRefusal = undefined;
    const answer = await this.#connection.request('pairing:accept', { player, game });
    this.joining = false;
    if (answer === 'lost') {
      toaster.show(timeoutText(this.#connection));
      return undefined;
    }
    if (answer.ok) return answer.value.gameId;
    this.joinRefusal = answer.refusal;
    return undefined;
  }

  /** Remembers a table for friends, which is closed when the search leads to another game. */
  invite(gameId: GameId): void {
    this.#invited = gameId;
  }

  dismiss(): void {
    this.ended = undefined;
  }

  #currentSearch(): { readonly open: OpenSeek; readonly resumes: boolean } | undefined {
    return this.open === undefined ? searchMemory.load() : { open: this.open, resumes: true };
  }

  #setOpen(open: OpenSeek): void {
    this.#attached = true;
    this.open = open;
    this.ended = undefined;
    searchMemory.save(open);
  }

  #receiveSeek(seek: OpenSeek | null, end: SeekEnd | undefined): undefined {
    if (this.#pendingJoin !== undefined) return;
    const before = this.open;
    if (seek !== null) {
      if (before !== undefined && !isSame(before.seek, seek.seek)) this.#outcomes.changedElsewhere(seek.seek);
      const wasAttached = this.#attached;
      this.#setOpen(seek);
      if (!wasAttached) this.#subscription?.refresh(); // so that the search lasts while any tab is open
    } else if (end !== undefined && before !== undefined) this.#finish(before, end);
    else if (before !== undefined) this.#subscription?.refresh(); // this tab continues the search of a closed one
  }

  #finish(open: OpenSeek, end: SearchEnd | SeekEnd): void {
    this.#clear();
    if (end.why === 'paired') this.#enterGame(end.gameId);
    else if (end.why === 'left') this.#outcomes.changedElsewhere(null);
    else void this.#showEnd({ seek: open.seek, end });
  }

  async #showEnd(ended: EndedSearch): Promise<void> {
    if (ended.end.why === 'refused') await loadRefusals();
    this.ended = ended;
  }

  #enterGame(gameId: GameId): void {
    this.#clear();
    const table = this.#invited;
    this.#invited = undefined;
    if (table !== undefined && table !== gameId) {
      const request = {
        gameId: table,
        commandId: CommandId.parse(crypto.randomUUID()),
        command: { type: 'leave' },
      } as const;
      void this.#connection.requestUntilAnswered('game:command', request, this.#signal);
    }
    this.#outcomes.go(gameId);
  }

  #clear(): void {
    this.#pendingJoin?.abort();
    this.#pendingJoin = undefined;
    this.#attached = false;
    this.open = undefined;
    searchMemory.clear();
  }
}

const isSame = (one: Seek | undefined, other: Seek): boolean =>
  one !== undefined && seekKey(one) === seekKey(other) && JSON.stringify(one.or) === JSON.stringify(other.or);

export const [pairing, providePairing] = createContext<Pairing>();
