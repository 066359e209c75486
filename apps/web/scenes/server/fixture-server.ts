import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Language, Preferences } from '@terrace/protocol';
import type { Scene, Scenes } from '../scene.ts';
import { listOfScenes } from './list.ts';
import { createSceneReader, sceneHeaders, sceneName } from './open-scene.ts';
import { readPages, type Texts } from './pages.ts';
import { answerSockets } from './sockets.ts';

export type FixtureServer = {
  readonly url: string;
  readonly scene: (name: string) => Scene | undefined;
  /** Unanswered requests and errors of pages since the last call. */
  readonly takeErrors: () => readonly string[];
  readonly close: () => Promise<void>;
};

/**
 * Serves the built pages with the answers of scenes instead of a database and a game service. `/scenes/NAME` opens a
 * scene. A cookie remembers it, so browser contexts can show different scenes at the same time.
 *
 * @param port 0 for any free port
 */
export async function startFixtureServer(scenes: Scenes, texts: Texts, port = 0): Promise<FixtureServer> {
  const showPage = await readPages(texts);
  const scene = createSceneReader(scenes);
  const sceneOf = (cookies: string | undefined) => scene(sceneName(cookies) ?? '');
  const errors: string[] = [];
  const fail = (error: string) => void errors.push(error);

  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [, first, name = ''] = pathname.split('/');
    if (first === 'scenes' && name === '') send(response, 200, 'text/html; charset=utf-8', listOfScenes(scenes));
    else if (first === 'scenes') open(decodeURIComponent(name), searchParams, response);
    else if (first === 'api' && name !== '') void answerRest(request, response);
    else if (first === 'service-worker.js') send(response, 200, 'text/javascript', '// Scenes are never cached.');
    else renderPage(request, response);
  });

  function open(name: string, search: URLSearchParams, response: ServerResponse): void {
    const found = scene(name);
    if (found === undefined) {
      send(response, 404, 'text/plain', `no scene ${name}`);
      return;
    }
    const language = Language.safeParse(search.get('language')).data;
    const theme = Preferences.shape.theme.safeParse(search.get('theme') ?? 'system').data;
    const chosen = { ...(language && { language }), ...(theme && { theme }) };
    response.writeHead(303, sceneHeaders(name, found, chosen)).end();
  }

  /** Renders a page or sends a file, passing what the production server passes to the handler. */
  function renderPage(request: IncomingMessage, response: ServerResponse): void {
    const shown = sceneOf(request.headers.cookie);
    Object.assign(request, {
      ask: (path: string) => Promise.resolve(answerTo(shown, 'GET', path)),
      fail: (error: unknown) => {
        fail(`${request.url}: ${error}`);
        return 'scene';
      },
    });
    request.headers['x-forwarded-proto'] = 'http';
    void showPage(request, response, () => send(response, 404, 'text/plain', 'no such file'));
  }

  /** @returns the scene's answer, or an error that the scene's test reports */
  function answerTo(shown: Scene | undefined, method: string | undefined, url: string): Response {
    const path = url.replace(/\?.*/s, '');
    const answers = shown?.rest.filter((each) => each.method === method) ?? [];
    const answer = answers.findLast((each) => each.path === url) ?? answers.findLast((each) => each.path === path);
    if (answer !== undefined) return Response.json(answer.body, { status: answer.status });
    fail(`${shown?.path}: no answer to ${method} ${url}`);
    return Response.json({ problem: 'the scene has no answer' }, { status: 501 });
  }

  async function answerRest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = answerTo(sceneOf(request.headers.cookie), request.method, request.url ?? '');
    send(response, answer.status, 'application/json', await answer.text());
  }

  const sockets = answerSockets(http, sceneOf, fail);
  http.listen(port, 'localhost');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the fixture server has no port');
  return {
    url: `http://localhost:${address.port}`,
    scene,
    takeErrors: () => errors.splice(0),
    close: async () => {
      await sockets.close();
    },
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
