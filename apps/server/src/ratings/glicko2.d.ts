/** The used part of the library, which has no types. */
declare module 'glicko2' {
  class Player {
    getRating(): number;
    getRd(): number;
    getVol(): number;
  }

  class Glicko2 {
    constructor(settings: { tau: number; rating: number; rd: number; vol: number });
    makePlayer(rating: number, deviation: number, volatility: number): Player;
    /** Rates one period. The number is the first player's score: 1, 0.5 or 0. */
    updateRatings(games: readonly (readonly [Player, Player, number])[]): void;
  }

  const library: { Glicko2: typeof Glicko2 };
  export default library;
}
