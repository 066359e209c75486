/** Files of the build, as paths without a slash before them: `offline-files.ts` in `apps/web` chooses them. */
declare module 'virtual:offline-files' {
  /** Downloaded as soon as there is a service worker. */
  export const first: readonly string[];
  /** Never downloaded before a page uses them. */
  export const onDemand: readonly string[];
}
