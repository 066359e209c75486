/**
 * The part of WebAssembly's API that the engine and who loads it in Node use: TypeScript has it with the DOM only.
 * Projects without the DOM include this file.
 */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: ArrayBuffer | ArrayBufferView);
  }
  class Instance {
    constructor(module: Module, imports?: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    constructor(descriptor: { readonly initial: number });
    readonly buffer: ArrayBuffer;
  }
  function compile(bytes: ArrayBuffer | ArrayBufferView): Promise<Module>;
}
