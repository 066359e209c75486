/** The path to go to after sign-in. Anything but a path of this site becomes the default. */
export const safeRedirect = (wanted: string | null): string =>
  wanted !== null && /^\/(?![/\\])/.test(wanted) ? wanted : '/';
