/** Files of the build, as paths without a leading slash, chosen by `offline-files.ts` in `apps/web`. */
declare module 'virtual:offline-files' {
  /** Downloaded when the service worker is installed. */
  export const first: readonly string[];
  /** Cached only when a page first uses them. */
  export const onDemand: readonly string[];
}
