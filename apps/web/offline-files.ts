import type { Plugin, Rolldown } from 'vite';

/** The module that the service worker imports; see `src/service-worker/offline-files.d.ts`. */
const NAME = 'virtual:offline-files';

/** Modules that every page starts with, that must open offline at once, or that a pass-and-play game loads later. */
const FIRST_MODULES = [
  /\/client\/(entry|client-entry)\.js$/,
  /client-optimized\/(app|nodes\/[01])\.js$/,
  /\/routes\/(local|offline)\/\+page\.svelte$/,
  /\/lib\/game\/KeysHelp\.svelte$/,
  /\/lib\/sound\/voices\.ts$/,
  /\/messages\/src\/generated\/(site|game|local|tables|refusals|keys)-\w\w\.ts$/,
];
/** Fonts, and the worker and engine of the computer player. */
const FIRST_FILES = /\.woff2$|\/computer\.worker-|\/core\.[\w-]+\.wasm$/;

/** The 3D board is nearly as large as everything else, and many players never open it. The pages need the server. */
const ON_DEMAND_MODULES = [
  /\/lib\/board\/3d\/Board3D\.svelte$/,
  /\/routes\/(bots|moderation|settings\/notifications|unsubscribe\/\[token\])\/\+page\.svelte$/,
  /\/messages\/src\/generated\/(moderation|notifying|push|unsubscribe)-\w\w\.ts$/,
];

type Files = { readonly first: readonly string[]; readonly onDemand: readonly string[] };

/** Lists for the service worker the files to download immediately, and those to cache only on first use. */
export function offlineFiles(): Plugin {
  let files: Files = { first: [], onDemand: [] };
  return {
    name: 'offline-files',
    generateBundle(_, bundle) {
      if (this.environment.name === 'client') files = splitFiles(bundle);
    },
    resolveId: { filter: { id: new RegExp(`^${NAME}$`) }, handler: () => `\0${NAME}` },
    load: {
      filter: { id: new RegExp(`^\0${NAME}$`) },
      handler: () => `export const first = ${JSON.stringify(files.first)};
export const onDemand = ${JSON.stringify(files.onDemand)};`,
    },
  };
}

function splitFiles(bundle: Rolldown.OutputBundle): Files {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const having = (...modules: readonly RegExp[]) =>
    chunks.filter(({ moduleIds }) => moduleIds.some((id) => modules.some((module) => module.test(id))));
  const first = withImports(having(...FIRST_MODULES), bundle);
  const onDemand = having(...ON_DEMAND_MODULES).flatMap(filesOf);
  const others = Object.keys(bundle).filter((name) => FIRST_FILES.test(name));
  return { first: [...new Set([...first.flatMap(filesOf), ...others])], onDemand };
}

/** Includes indirect imports. */
function withImports(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const found = new Set(chunks);
  for (const { imports } of found) {
    for (const name of imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') found.add(imported);
    }
  }
  return [...found];
}

const filesOf = ({ fileName, viteMetadata }: Rolldown.OutputChunk): string[] => [
  fileName,
  ...(viteMetadata?.importedCss ?? []),
];
