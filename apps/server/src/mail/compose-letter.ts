import type { GameState } from '@terrace/game';
import { inLanguage } from '@terrace/messages';
import { mailMessages } from '@terrace/messages/mail';
import type { GameId, NotificationKind } from '@terrace/protocol';
import type { Message, Recipient } from '../notifications/channels.ts';
import type { MailTokens } from '../notifications/mail-tokens.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { gameLetterSection, pictureOf } from './game-letter.ts';
import { type GameText, gameText } from './game-section.ts';
import type { Letter, Section } from './letter.ts';
import { type ReplyAddressOf, replySentences } from './replies.ts';

/** Games with a picture; a mail with more would be too large. */
const MAX_PICTURES = 12;

export type News = { readonly message: Message; readonly game: GameState | null };

/** A mail with notifications, and how its reader answers or unsubscribes. */
export type Composed = {
  readonly letter: Letter;
  readonly unsubscribeUrl: string;
  /** Where replies play and answer; null unless the mail is about one game of the player. */
  readonly replyTo: string | null;
};

type Dependencies = {
  readonly publicUrl: string;
  readonly tokens: Pick<MailTokens, 'unsubscription'>;
  readonly pictures: Pick<Pictures, 'png'>;
  readonly replyAddressOf: ReplyAddressOf;
};

export type ComposeLetter = ReturnType<typeof createComposeLetter>;

type Game = { readonly id: GameId; readonly state: GameState; readonly news: News[] };

/** Makes the letter of one or more notifications, by game; games on the player's turn are first. */
export function createComposeLetter({ publicUrl, tokens, pictures, replyAddressOf }: Dependencies) {
  const urlOf = (path: string): string => `${publicUrl}${path}`;

  return async function compose(news: readonly News[], recipient: Recipient, now: number): Promise<Composed> {
    const say = <T>(make: () => T): T => inLanguage(recipient.language, make);
    const games = gamesOf(news)
      .map((game) => ({ game, text: say(() => gameText(game.state, recipient, now)) }))
      .sort((a, b) => urgency(a.text) - urgency(b.text));
    const [first] = games;
    const others = news.filter(({ game }) => game === null);
    const isAboutOneGame = games.length === 1 && others.length === 0;
    const turns = games.filter(({ text }) => text.isOwnTurn).length;
    const kinds = new Set<NotificationKind>(news.map(({ message }) => message.notification.details.kind));
    const [kind = 'all', ...otherKinds] = kinds;
    const token = tokens.unsubscription({ player: recipient.id, kind: otherKinds.length > 0 ? 'all' : kind });
    const unsubscribeUrl = urlOf(`/unsubscribe/${token}`);

    const gameSection = async ({ game, text }: (typeof games)[number], index: number): Promise<Section> => {
      const { id, state, news } = game;
      const address = replyAddressOf(id, state, recipient.id);
      const shown = { id, state, alt: text.alt, player: recipient.id };
      const picture = index < MAX_PICTURES ? await pictureOf(pictures, shown) : null;
      return say(() => {
        const replies = address === null ? [] : replySentences(state, recipient.id, text.example);
        const where = isAboutOneGame || address === null ? [] : [mailMessages().reply.to({ address })];
        const before = [...new Set(news.map(({ message }) => sentenceOf(message)))];
        const closing = replies.length === 0 ? [] : [...replies, ...where];
        return gameLetterSection({ id, state, text, picture, before, closing }, publicUrl);
      });
    };
    const gameSections = await Promise.all(games.map(gameSection));
    return say(() => {
      const texts = mailMessages().notify;
      const [single] = news.length === 1 ? news : [];
      const subject =
        single === undefined
          ? texts.digest({ turns })
          : first === undefined
            ? single.message.title
            : texts.subject({ title: single.message.title, players: first.text.heading });
      const letter: Letter = {
        language: recipient.language,
        subject,
        hello: texts.hello({ name: recipient.name }),
        sections: [
          ...gameSections,
          ...others.map(({ message: { title, body, path } }) => ({
            heading: title,
            paragraphs: [body],
            diagram: null,
            picture: null,
            link: { text: texts.more, url: urlOf(path) },
          })),
        ],
        footer: {
          why: texts.why({ site: new URL(publicUrl).host }),
          links: [
            { text: texts.unsubscribe, url: unsubscribeUrl },
            { text: texts.settings, url: urlOf('/settings/notifications') },
          ],
        },
      };
      const only = isAboutOneGame ? first?.game : undefined;
      return { letter, unsubscribeUrl, replyTo: only ? replyAddressOf(only.id, only.state, recipient.id) : null };
    });
  };
}

/** Of a chat message its author as well. */
const sentenceOf = ({ body, notification: { details } }: Message): string =>
  details.kind === 'chat' ? `${details.by.name}: ${body}` : body;

const urgency = ({ isOwnTurn, deadline }: GameText): number =>
  isOwnTurn ? (deadline ?? Number.MAX_SAFE_INTEGER - 1) : Number.MAX_SAFE_INTEGER;

function gamesOf(news: readonly News[]): readonly Game[] {
  const games = new Map<GameId, Game>();
  for (const each of news) {
    const id = each.message.notification.gameId;
    if (each.game === null || id === null) continue;
    const game = games.get(id) ?? { id, state: each.game, news: [] };
    game.news.push(each);
    games.set(id, game);
  }
  return [...games.values()];
}
