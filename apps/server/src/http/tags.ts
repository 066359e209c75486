export const TAGS = {
  Games: 'One game: its log, its record, its moves, and how to play it.',
  Lists: 'Games and ratings to look through.',
  Players: 'People, and you among them.',
  Streams: 'Server-sent events: what happens, as it happens.',
  Account: 'Signing in, your account and its tokens. For pages: no token is accepted here but for preferences.',
  Moderation: 'Reports, and what moderators do about them.',
  Service: 'The server itself.',
};
export type Tag = keyof typeof TAGS;
