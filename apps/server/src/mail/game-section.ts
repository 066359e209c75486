import { currentPosition, deadlineAt, type GameState, moverOf } from '@terrace/game';
import { lastingDeadlineText, messages, moveSentence, settingsFacts } from '@terrace/messages';
import { mailMessages } from '@terrace/messages/mail';
import type { PlayerId } from '@terrace/protocol';
import {
  formatMove,
  type History,
  legalMoves,
  type Move,
  moveKind,
  type Position,
  pieceAt,
  squareName,
} from '@terrace/rules';
import type { Recipient } from '../notifications/channels.ts';

/** What a mail says about one game, without its picture. */
export type GameText = {
  readonly heading: string;
  readonly isOwnTurn: boolean;
  readonly deadline: number | null;
  readonly lines: readonly string[];
  /** The board's text alternative. */
  readonly alt: string;
  /** A legal move as an example, on the player's turn. */
  readonly example: string | null;
};

export type LastMove = { readonly before: Position; readonly move: Move };

/** The newest move, also if the player after it has left since. */
export function lastMoveOf(history: History): LastMove | undefined {
  for (let moment: History | undefined = history; moment !== undefined; moment = moment.parent) {
    const { move, parent } = moment;
    if (move !== undefined && parent !== undefined) return { before: parent.position, move };
  }
  return undefined;
}

/** In the current language. */
export function gameText(state: GameState, { id, choices: { timeZone } }: Recipient, now: number): GameText {
  const texts = mailMessages().notify;
  const position = currentPosition(state);
  const last = lastMoveOf(state.history);
  const isOwnTurn = state.status === 'live' && moverOf(state)?.id === id;
  const deadline = isOwnTurn ? (deadlineAt(state) ?? null) : null;
  const [example] = isOwnTurn ? legalMoves(position) : [];
  return {
    heading: playersOf(state),
    isOwnTurn,
    deadline,
    lines: [
      ...(state.status === 'open' ? termsOf(state, id, now, timeZone) : []),
      ...(last === undefined ? [] : [texts.lastMove(moveTexts(last))]),
      ...(deadline === null
        ? []
        : [texts.moveBy({ time: lastingDeadlineText(deadline, now, timeZone), zone: timeZone })]),
    ],
    alt: state.status === 'live' ? texts.picture({ turn: position.turn }) : texts.finalPicture,
    example: example === undefined ? null : formatMove(position, example),
  };
}

/** What a player agrees to with a seat. */
function termsOf({ settings, seats }: GameState, player: PlayerId, now: number, zone: string): readonly string[] {
  const { terms } = mailMessages();
  const seat = seats.find(({ reserved }) => reserved?.id === player);
  return [
    terms.game({ setup: messages.setup[settings.setup], facts: settingsFacts(settings) }),
    ...(seat === undefined ? [] : [terms.side({ side: seat.side })]),
    ...(seat?.until === undefined ? [] : [terms.until({ time: lastingDeadlineText(seat.until, now, zone), zone })]),
  ];
}

function moveTexts({ before, move }: LastMove) {
  const piece = pieceAt(before, move.from);
  if (piece === undefined) throw new Error('the last move starts on an empty square');
  const [fromName, toName] = [squareName(before.size, move.from), squareName(before.size, move.to)];
  const kind = moveKind(before, move);
  const taken = pieceAt(before, move.to);
  const sentence = moveSentence({ side: before.turn, piece, fromName, toName, kind, taken });
  return { move: formatMove(before, move), sentence };
}

function playersOf({ seats, settings }: GameState): string {
  const names = seats.flatMap(({ player, reserved }) => player?.name ?? reserved?.name ?? []);
  return names.length < 2 ? messages.setup[settings.setup] : names.join(names.length === 2 ? ' – ' : ', ');
}
