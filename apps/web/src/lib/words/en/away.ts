/** What is said where there is no connection. */
export const away = {
  title: 'No connection',
  sentence: 'The server is out of reach. What is kept on this device works all the same.',
  again: 'Try again',
  local: 'Play at one screen',
  learn: 'Learn the rules',
};
