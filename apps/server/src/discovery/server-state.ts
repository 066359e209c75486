import type { ServerState } from './ready-addresses.ts';

/** A server that does not answer in this time is silent. A ready one keeps its visitors until it is silent repeatedly. */
const ANSWER_MS = 1_000;

/**
 * The state of the server at `host:port`. tools/deployment/docker.ts has the same rule for a rolling restart, as a script
 * that needs no file of the image.
 */
export async function serverState(host: string, isNew: boolean, answerMs = ANSWER_MS): Promise<ServerState> {
  try {
    const { ok } = await ask(host, '/ready', answerMs);
    return ok && !(isNew && (await hasNoPagesYet(host, answerMs))) ? 'ready' : 'unready';
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'silent' : 'unready';
  }
}

async function ask(host: string, path: string, answerMs: number): Promise<Response> {
  const reply = await fetch(`http://${host}${path}`, { signal: AbortSignal.timeout(answerMs) });
  await reply.text();
  return reply;
}

/** A server is ready to play before its process of pages is up, which answers 503 until then. */
const hasNoPagesYet = (host: string, answerMs: number): Promise<boolean> =>
  ask(host, '/', answerMs).then(
    ({ status }) => status === 503,
    () => false,
  );
