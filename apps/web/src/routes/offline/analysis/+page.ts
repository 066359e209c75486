/** The same for everybody, so that it can be kept and opened without a connection. */
export const prerender = true;
