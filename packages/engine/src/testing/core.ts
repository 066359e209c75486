import { readFileSync } from 'node:fs';

export const coreModule = new WebAssembly.Module(readFileSync(new URL('../../generated/core.wasm', import.meta.url)));
