import { MINUTE_MS, SECOND_MS } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import type { PausedHosts } from '../notifications/channels.ts';

/** The push services of browsers: Chrome and those built on it, Firefox, Edge, and Safari. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
] as const;

/** Requests to one service at a time; further ones wait a moment, so that slots remain for other services. */
const MAX_PER_SERVICE = 8;
const WAIT_MS = SECOND_MS / 4;

/** A service that fails this often in a row gets a pause, which doubles up to the longest one. */
const MAX_FAILURES = 5;
const FIRST_PAUSE_MS = 15 * SECOND_MS;
const LONGEST_PAUSE_MS = 5 * MINUTE_MS;

/**
 * Messages for a paused service are claimed again after the shortest pause that is left, within these limits: many pauses
 * that end one after the other must not rewrite the rows each second.
 */
const MIN_PUT_OFF_MS = FIRST_PAUSE_MS;
const MAX_PUT_OFF_MS = MINUTE_MS;

const MAX_SERVICES = 1_000;

type State = {
  running: number;
  /** Requests in a row without an answer. */
  failures: number;
  failedAt: number;
  answeredAt: number;
  pausedUntil: number;
};

type Options = {
  /** Hosts that the operator adds. `*.example.org` stands for all hosts below it. */
  readonly more: readonly string[];
  readonly now: () => number;
};

/** Which hosts may receive push messages, and which of them may receive one now. */
export function createPushServices({ more, now }: Options) {
  const hosts = [...KNOWN_HOSTS, ...more];
  const states = new LRUCache<string, State>({ max: MAX_SERVICES });

  function stateOf(host: string): State {
    const state = states.get(host) ?? { running: 0, failures: 0, failedAt: 0, answeredAt: 0, pausedUntil: 0 };
    states.set(host, state);
    return state;
  }

  return {
    isKnown: (hostname: string): boolean =>
      hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host)),

    /** When the next request to a service may begin, in ms since 1970; in the past if now. */
    freeAt(host: string): number {
      const { running, pausedUntil } = stateOf(host);
      return Math.max(pausedUntil, running >= MAX_PER_SERVICE ? now() + WAIT_MS : 0);
    },

    /** The services that are paused or have as many requests as they may. */
    busyHosts: (): readonly string[] =>
      [...states.entries()].flatMap(([host, { running, pausedUntil }]) =>
        running >= MAX_PER_SERVICE || pausedUntil > now() ? [host] : [],
      ),

    /**
     * The services that are paused although another one has answered since they last failed. Without such an answer, the
     * fault may be in this server's own network, and other servers may still reach all of them.
     */
    paused(): PausedHosts | undefined {
      const all = [...states.entries()];
      const working = all.filter(([, { failures }]) => failures === 0);
      const answeredAt = Math.max(0, ...working.map(([, state]) => state.answeredAt));
      const paused = all.filter(([, { pausedUntil, failedAt }]) => pausedUntil > now() && answeredAt > failedAt);
      if (paused.length === 0) return undefined;
      const until = Math.min(now() + MAX_PUT_OFF_MS, ...paused.map(([, state]) => state.pausedUntil));
      return { hosts: paused.map(([host]) => host), until: Math.max(until, now() + MIN_PUT_OFF_MS) };
    },

    /** Counts a request. @returns a function to call once at its end, with whether the service has answered */
    begin(host: string): (hasAnswered: boolean) => void {
      const state = stateOf(host);
      state.running += 1;
      return (hasAnswered) => {
        state.running -= 1;
        if (hasAnswered) state.answeredAt = now();
        else state.failedAt = now();
        state.failures = hasAnswered ? 0 : state.failures + 1;
        if (state.failures < MAX_FAILURES) return;
        const pauseMs = FIRST_PAUSE_MS * 2 ** (state.failures - MAX_FAILURES);
        state.pausedUntil = now() + Math.min(pauseMs, LONGEST_PAUSE_MS);
      };
    },
  };
}

export type PushServices = ReturnType<typeof createPushServices>;
