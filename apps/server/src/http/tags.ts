export const TAGS = {
  Games: 'One game: log, record, legal moves, reviews, and commands to play it.',
  Lists: 'Lists of games and ratings.',
  Players: 'Players, including yourself.',
  Notifications: 'What you are notified of, and how.',
  Streams: 'Server-sent events in real time.',
  Account: 'Signing in, your account and its tokens. For browsers: tokens are accepted only for preferences.',
  Webhooks:
    'Notifications as POST requests to your own server. For browsers: manage them on the account page. The `webhooks` of this description have their content.',
  Moderation: 'Reports and sanctions.',
  Service: 'The server itself.',
};
export type Tag = keyof typeof TAGS;
