import { currentPosition, type GameState } from '@terrace/game';
import { inLanguage } from '@terrace/messages';
import { mailMessages } from '@terrace/messages/mail';
import type { GameId, NotificationKind } from '@terrace/protocol';
import { formatPosition } from '@terrace/rules';
import type { Message, Recipient } from '../notifications/channels.ts';
import type { MailTokens } from '../notifications/mail-tokens.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { boardSvg } from './board-picture.ts';
import { type GameText, gameText, lastMoveOf, viewOf } from './game-section.ts';
import type { Letter, Picture, Section } from './letter.ts';

/** Games with a picture; a mail with more would be too large. */
const MAX_PICTURES = 12;

export type News = { readonly message: Message; readonly game: GameState | null };

/** A mail with notifications, and how its reader answers or unsubscribes. */
export type Composed = {
  readonly letter: Letter;
  readonly unsubscribeUrl: string;
  /** Where a reply plays; null unless the mail is about one game on the player's turn. */
  readonly replyTo: string | null;
};

type Dependencies = {
  readonly publicUrl: string;
  readonly tokens: Pick<MailTokens, 'unsubscription' | 'reply'>;
  readonly pictures: Pick<Pictures, 'png'>;
  /** The domain of addresses that receive moves; undefined unless mail is received. */
  readonly replyDomain: string | undefined;
};

export type ComposeLetter = ReturnType<typeof createComposeLetter>;

type Game = { readonly id: GameId; readonly state: GameState; readonly news: News[] };

/** Makes the letter of one or more notifications, by game; games on the player's turn are first. */
export function createComposeLetter({ publicUrl, tokens, pictures, replyDomain }: Dependencies) {
  const urlOf = (path: string): string => `${publicUrl}${path}`;

  function replyAddress(id: GameId, state: GameState, { id: player }: Recipient): string | null {
    return replyDomain === undefined ? null : `play+${tokens.reply(id, viewOf(state, player), player)}@${replyDomain}`;
  }

  async function pictureOf({ id, state }: Game, alt: string, player: Recipient): Promise<Picture> {
    const [position, lastMove] = [currentPosition(state), lastMoveOf(state.history)?.move];
    const bottom = viewOf(state, player.id);
    const shows = JSON.stringify(['mail', formatPosition(position), lastMove, bottom]);
    return { cid: `${id}@board`, alt, png: await pictures.png(shows, () => boardSvg({ position, lastMove, bottom })) };
  }

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
      const address = text.isOwnTurn ? replyAddress(game.id, game.state, recipient) : null;
      const picture = index < MAX_PICTURES ? await pictureOf(game, text.alt, recipient) : null;
      return say(() => {
        const texts = mailMessages().notify;
        const move = text.example ?? '';
        const reply = isAboutOneGame ? texts.reply({ move }) : texts.replyTo({ move, address: address ?? '' });
        return {
          heading: text.heading,
          paragraphs: [
            ...new Set(game.news.map(({ message }) => sentenceOf(message))),
            ...text.lines,
            ...(address === null ? [] : [reply]),
          ],
          picture,
          link: { text: texts.open, url: urlOf(`/game/${game.id}`) },
        };
      });
    };
    const gameSections = await Promise.all(games.map(gameSection));
    return say(() => {
      const texts = mailMessages().notify;
      const [only] = news.length === 1 ? news : [];
      const subject =
        only === undefined
          ? texts.digest({ turns })
          : first === undefined
            ? only.message.title
            : texts.subject({ title: only.message.title, players: first.text.heading });
      const letter: Letter = {
        language: recipient.language,
        subject,
        hello: texts.hello({ name: recipient.name }),
        sections: [
          ...gameSections,
          ...others.map(({ message: { title, body, path } }) => ({
            heading: title,
            paragraphs: [body],
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
      const isPlayable = isAboutOneGame && first?.text.isOwnTurn === true;
      return {
        letter,
        unsubscribeUrl,
        replyTo: isPlayable ? replyAddress(first.game.id, first.game.state, recipient) : null,
      };
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
