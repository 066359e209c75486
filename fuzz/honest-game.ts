import { currentPosition, fold, type GameState, sideOf } from '@terrace/game';
import type { GameId } from '@terrace/protocol';
import { legalMoves, squareName } from '@terrace/rules';
import { guestAt } from '@terrace/testing/client';
import { anyMove } from '@terrace/testing/play';

/** Two guests who play over their own connections while other clients attack the server. */
export async function createHonestGame(url: string) {
  const [south, north] = [await guestAt(url), await guestAt(url)];
  let losses = 0;
  for (const { socket } of [south, north]) {
    socket.on('disconnect', () => {
      losses += 1;
    });
  }
  let game: { readonly id: GameId; state: GameState } | undefined;

  async function begin(): Promise<{ readonly id: GameId; state: GameState }> {
    const id = await south.create({ time: null }, 'south');
    await north.command(id, { type: 'sit', side: null });
    const watched = await south.request('game:watch', { gameId: id, after: 0 });
    if (!watched.ok) throw new Error(`a new game cannot be watched: ${watched.refusal.code}`);
    const state = fold(null, watched.value.events);
    if (state === null) throw new Error('a new game has no events');
    return { id, state };
  }

  return {
    /** How often one of the two lost the connection. */
    losses: (): number => losses,

    /**
     * Plays the next move, in a new game if the last one is over, and waits until it is published. @throws if it is
     * refused
     */
    async move(): Promise<void> {
      if (game !== undefined && game.state.status !== 'live') {
        await south.requestOrThrow('game:unwatch', { gameId: game.id }); // a connection can watch 100 games
        game = undefined;
      }
      game ??= await begin();
      const { id, state } = game;
      const position = currentPosition(state);
      const chosen = anyMove(position, legalMoves(position));
      if (chosen === undefined) throw new Error('a live game has a legal move');
      const [from, to] = [squareName(position.size, chosen.from), squareName(position.size, chosen.to)];
      const mover = sideOf(state, south.player.id) === position.turn ? south : north;
      const played = await mover.command(id, { type: 'move', ply: position.ply, from, to });
      if (!played.ok) throw new Error(`a move was refused: ${played.refusal.code}`);
      await south.waitForEvents(id, (events) => (events.at(-1)?.seq ?? 0) > state.seq);
      game.state =
        fold(
          state,
          south.eventsOf(id).filter(({ seq }) => seq > state.seq),
        ) ?? state;
    },

    close(): void {
      for (const { close } of [south, north]) close();
    },
  };
}
