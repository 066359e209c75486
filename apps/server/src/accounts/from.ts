/** Where a request came from. */
export type From = { readonly address: string; readonly browser: string };
