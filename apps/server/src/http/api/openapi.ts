/** What the description of the API says of the whole. */
export const openapiInfo = {
  openapi: '3.1.0',
  info: {
    title: 'Terrace',
    version: '1',
    description:
      'Times are milliseconds, instants milliseconds since 1970. ' +
      'Squares are a1 to h8, sides south, west, north and east. A refusal is answered with its code and a sentence. ' +
      'Anybody may make 100 requests in a second, counted together over all their tabs and programs; what is above that ' +
      'is answered with 429 and Retry-After. Lists come in pages: ask again with the cursor in next until it is null.',
  },
  tags: [
    { name: 'Games', description: 'One game: its log, its record, its moves, and how to play it.' },
    { name: 'Lists', description: 'Games and ratings to look through.' },
    { name: 'Players', description: 'People, and you among them.' },
    { name: 'Streams', description: 'Server-sent events: what happens, as it happens.' },
  ],
  components: {
    securitySchemes: {
      token: {
        type: 'http' as const,
        scheme: 'bearer',
        description: 'A token from your settings. Without one you are a guest by cookie, or nobody.',
      },
    },
  },
  security: [{ token: [] }, {}],
};
