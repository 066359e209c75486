/**
 * Scenes: every noteworthy state of every page, each with fixed answers instead of a server.
 *
 * - `scene.ts` (this file): the types of a scene.
 * - `catalogue.ts`: all scenes by name.
 * - `game/`, `board-3d/` and further folders: the scenes, one file for each page or part of a page.
 * - `fixtures/`: games, players and answers that scenes share. They are values of the protocol's types.
 * - `server/`: the fixture server, which serves the built pages and the answers. `pnpm scenes` starts it.
 * - `checks/` and `*.spec.ts`: the checks of every scene: boxes, axe, contrast and errors.
 *
 * To add a scene, add a property to the record of a file here, or a file to `catalogue.ts`. Nothing else lists scenes.
 */
import type { Page } from '@playwright/test';
import type { Broadcast, BroadcastName, Me, Payload, Preferences, Reply, RequestName } from '@terrace/protocol';
import type { ScreenName } from '../e2e/screens.ts';

/** One answer of the REST API for exactly this path, or this path with any query if `path` has none. */
export type RestAnswer = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
  /** Throws unless the body matches its schema. */
  readonly check: () => void;
};

/** The answers to Socket.IO requests. A request without an answer is an error of the scene. */
export type SocketAnswers = { readonly [N in RequestName]?: (payload: Payload<N>) => Reply<N> };

/** A message that the server sends to the page once it has answered the request `after`. */
type SceneBroadcast = {
  readonly [N in BroadcastName]: { readonly after: RequestName; readonly name: N; readonly message: Broadcast<N> };
}[BroadcastName];

/** A page in one state. */
export type Scene = {
  /** The real address of the page, with its query. */
  readonly path: string;
  /** The viewer of the page: the answer of `/api/me`. */
  readonly me: Me;
  /** The server's clock when the page is opened, in ms since 1970. */
  readonly now: number;
  readonly rest: readonly RestAnswer[];
  readonly socket: SocketAnswers;
  readonly broadcasts?: readonly SceneBroadcast[];
  /** Preferences in the browser's cookie. The others have their defaults. */
  readonly preferences?: Partial<Preferences>;
  /** The HTTP status of the page, if not 200. */
  readonly status?: number;
  /** The screen on which the page is opened, for states that exist only there. */
  readonly screen?: ScreenName;
  /** Whether the page has other elements on a phone, such as a sheet, so that axe also checks it there. */
  readonly otherOnPhone?: true;
  /** Whether pictures show the complete page, which may be longer than the screen. */
  readonly whole?: true;
  /** Actions that lead from the opened page to the state, in any language: open a menu, select a piece. */
  readonly steps?: (page: Page) => Promise<void>;
  /** The address of the page to which the steps lead, if it is another one. */
  readonly endsAt?: string;
};

/** Scenes by name. Each is created when it is first opened. */
export type Scenes = Readonly<Record<string, () => Scene>>;
