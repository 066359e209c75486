import coreUrl from '@terrace/engine/core.wasm?url';

let loading: Promise<WebAssembly.Module> | undefined;

/** The engine's core, compiled once a page. @throws when it cannot be fetched; the next call tries again */
export function coreModule(): Promise<WebAssembly.Module> {
  loading ??= load().catch((fault) => {
    loading = undefined;
    throw fault;
  });
  return loading;
}

async function load(): Promise<WebAssembly.Module> {
  const response = await fetch(coreUrl);
  if (!response.ok) throw new Error(`the engine's core was answered with ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
