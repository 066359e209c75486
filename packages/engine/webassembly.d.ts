/**
 * The subset of the WebAssembly API used by the engine and its loaders in Node; TypeScript declares it only with the
 * DOM. Projects without the DOM include this file.
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
