/** The same for all visitors, so that it can be cached and opened offline. */
export const prerender = true;
