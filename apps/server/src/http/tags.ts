export const TAGS = {
  Games: 'One game: log, record, legal moves, reviews, and commands to play it.',
  Lists: 'Lists of games and ratings.',
  Players: 'Players, including yourself.',
  Notifications: 'What you are notified of, and how.',
  Streams: 'Server-sent events in real time.',
  Account: 'Signing in, your account and its tokens. For browsers: tokens are accepted only for preferences.',
  Moderation: 'Reports and sanctions.',
  Service: 'The server itself.',
};
export type Tag = keyof typeof TAGS;
