import type { Limits, SearchedGame } from '@terrace/engine';
import coreUrl from '@terrace/engine/core.wasm?url';
import type { Strength } from '@terrace/protocol';
import type { Move } from '@terrace/rules';
import type { Analysed, EngineReply, EngineRequest, FromEngine, ToEngine } from './engine-protocol.ts';

/** An instant on a phone. */
const SCORE_NODES = 60_000;

let loading: Promise<WebAssembly.Module> | undefined;

/** The engine's core, compiled once per page. @throws when the fetch fails; the next call retries */
function loadCore(): Promise<WebAssembly.Module> {
  loading ??= fetchCore().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchCore(): Promise<WebAssembly.Module> {
  const response = await fetch(coreUrl);
  if (!response.ok) throw new Error(`the engine's core could not be fetched: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * The worker starts with the first request and handles one at a time. Searches are not interruptible, so an abort
 * terminates the worker, and its request resolves to undefined. Requests reject when the engine fails.
 */
export class EngineClient {
  #worker: Worker | undefined;
  #requests = 0;

  async analyse(
    game: SearchedGame,
    limits: Limits,
    onProgress: (analysed: Analysed) => void,
    signal: AbortSignal,
  ): Promise<Analysed | undefined> {
    const reply = await this.#request({ kind: 'analyse', game, limits }, signal, onProgress);
    return reply?.kind === 'analysed' ? reply.analysed : undefined;
  }

  /** Undefined when the game is over. */
  async choose(
    game: SearchedGame,
    strength: Strength,
    { seed, timeMs }: { readonly seed: number; readonly timeMs: number },
    signal: AbortSignal,
  ): Promise<Move | undefined> {
    const reply = await this.#request({ kind: 'choose', game, strength, seed, timeMs }, signal);
    return reply?.kind === 'chosen' ? reply.move : undefined;
  }

  async score(game: SearchedGame, signal: AbortSignal): Promise<number | undefined> {
    const reply = await this.#request({ kind: 'score', game, nodes: SCORE_NODES }, signal);
    return reply?.kind === 'scored' ? reply.score : undefined;
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #request(
    request: EngineRequest,
    signal: AbortSignal,
    onProgress?: (analysed: Analysed) => void,
  ): Promise<EngineReply | undefined> {
    const core = await loadCore();
    if (signal.aborted) return undefined;
    this.#worker ??= new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    const worker = this.#worker;
    this.#requests += 1;
    const id = this.#requests;
    const { promise, resolve, reject } = Promise.withResolvers<EngineReply | undefined>();
    const settled = new AbortController();
    const listening = { signal: settled.signal };
    const fail = (message: string) => {
      this.close();
      reject(new Error(message));
    };
    const receive = ({ data }: MessageEvent<FromEngine>) => {
      if (data.id !== id) return;
      if ('progress' in data) onProgress?.(data.progress);
      else if ('reply' in data) resolve(data.reply);
      else fail(data.error);
    };
    const abort = () => {
      this.close();
      resolve(undefined);
    };
    signal.addEventListener('abort', abort, listening);
    worker.addEventListener('message', receive, listening);
    worker.addEventListener('error', ({ message }) => fail(message || 'the engine could not be started'), listening);
    worker.postMessage({ id, core, request } satisfies ToEngine);
    return promise.finally(() => settled.abort());
  }
}
