/** The page that describes the API. What it says of each route comes with the description itself. */
export const api = {
  title: 'API',
  about: 'Read games and results, and let programs play. Everything here is open to everybody.',
  contents: 'Contents',
  start: 'To begin',
  steps: [
    'Reading needs no account. Open an address below, and the answer is JSON.',
    'To play, make a token in your settings and send it as “Authorization: Bearer”, followed by the token.',
    'Ask for the moves of a game, choose one, and send it as a command with an id of its own. To hear what happens, read a stream.',
  ],
  whole: 'The whole description for programs (OpenAPI 3.1)',
  parameters: 'What may be asked',
  places: { path: 'address', query: 'query', header: 'header' },
  needed: 'needed',
  body: 'Send',
  answer: 'Answer',
  schemas: 'What the names mean',
  usual: (value: string) => `${value}, if nothing is said`,
  between: (least: number, most: number) => `${least} to ${most}`,
};
