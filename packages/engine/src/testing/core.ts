import { readFileSync } from 'node:fs';

/** The compiled core, for tests. */
export const coreModule = new WebAssembly.Module(readFileSync(new URL('../../generated/core.wasm', import.meta.url)));
