/** Where to go after signing in: a page of ours, whatever the address says. */
export const safeRedirect = (wanted: string | null): string =>
  wanted !== null && /^\/(?![/\\])/.test(wanted) ? wanted : '/';
