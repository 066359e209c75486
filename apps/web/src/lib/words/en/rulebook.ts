/** One rule: its number in the rulebook, and what it says; lines that begin with a letter and a colon are notation. */
type Rule = { readonly n: number; readonly text: readonly string[] };

/** A part of the reading page; `figure` names the board shown beside it. */
type Part = { readonly key: string; readonly title: string; readonly rules: readonly Rule[] };

const parts = [
  {
    key: 'board',
    title: 'The board',
    rules: [
      {
        n: 1,
        text: [
          'The board has 8 × 8 squares. Files are named a to h, ranks 1 to 8, and a1 is the left corner of the player at the south side. There is a small board, too, of 6 × 6.',
        ],
      },
      {
        n: 2,
        text: [
          'Every square has a level. The corners a1 and h8 are the lowest ground, level 1; the corners a8 and h1 are the highest, level 8 (6 on the small board). In between, the ground rises level by level from the low corners to the high ones.',
        ],
      },
      {
        n: 3,
        text: [
          'A terrace is a group of squares of one level that touch side by side. Each level has two terraces, sixteen in all, every one a path a single square wide, straight or with one corner.',
          'Two terraces of one level never touch side by side. Levels 4 and 5 meet at the centre point only, and nothing crosses it.',
        ],
      },
    ],
  },
  {
    key: 'pieces',
    title: 'The pieces',
    rules: [
      {
        n: 4,
        text: [
          'Pieces have four sizes with the letters A, B, C and D: A is the smallest, D the largest. The T is as small as an A. The small board has the sizes A to C.',
        ],
      },
      {
        n: 5,
        text: [
          'In writing, two players have small letters (South) and capitals (North). With three or four, South has small letters, East capitals, North small letters with a stroke (a’) and West capitals with a stroke (A’).',
        ],
      },
    ],
  },
  {
    key: 'moves',
    title: 'A move',
    rules: [
      {
        n: 6,
        text: [
          'Along: a piece goes to any vacant square of its own terrace that it reaches step by step along it, round the corner too. It passes pieces of its own side, whatever their size, but never an opponent’s.',
          'House rule: larger pieces of its own side block it as well.',
        ],
      },
      { n: 7, text: ['Up: one step, straight or diagonal, to a vacant square exactly one level higher.'] },
      { n: 8, text: ['Down: one step, straight only, to a vacant square exactly one level lower.'] },
      {
        n: 9,
        text: [
          'Taking: one step diagonally onto a piece that stands exactly one level lower and is of the same size or smaller. It leaves the board. Your own pieces may be taken too, your own T included.',
        ],
      },
      {
        n: 10,
        text: [
          'House rule, capture by rank. Pieces move as ever, but take like this: diagonally down, what is at most one size larger than they are; straight up one level, what is smaller, and the smallest takes the largest; to a square beside them on their terrace, what is no larger.',
        ],
      },
    ],
  },
  {
    key: 'turns',
    title: 'Turns and goals',
    rules: [
      {
        n: 11,
        text: [
          'A turn is one move of one own piece, and nobody may pass. Turns go round clockwise: South, West, North, East. South begins, unless a position says otherwise. Three players sit South, North and East.',
        ],
      },
      {
        n: 12,
        text: [
          'Every T has a goal, the low corner across the board: h8 for South and West, a1 for North and East (f6 and a1 on the small board).',
        ],
      },
    ],
  },
  {
    key: 'end',
    title: 'How a game ends',
    rules: [
      {
        n: 13,
        text: [
          'Arrival: whose T stands on its goal after a move of its own side, whatever kind of move it was, wins the whole game at once.',
        ],
      },
      {
        n: 14,
        text: [
          'Taking a T: its owner is out, whoever took it. Of two players, the other has won. Of three or four, the others play on, and the last one in wins. All pieces of the one who is out leave the board; when the game ends with it, the board stays as it is.',
        ],
      },
      {
        n: 15,
        text: [
          'Who resigns, runs out of time or leaves is out just the same. The turn then goes to the next side that is still in.',
        ],
      },
      {
        n: 16,
        text: [
          'A draw: the side to move has no legal move; or all who are still in agree; or the same position stands for the third time with the same side to move; or 100 moves for each seat pass in a row without anything taken and nobody going out.',
        ],
      },
      {
        n: 17,
        text: [
          'Places, with three and four seats: the winner comes first, those still in share the next place, then those who are out, the last one out first.',
        ],
      },
    ],
  },
  {
    key: 'calls',
    title: 'Calls',
    rules: [
      { n: 18, text: ['“Terrace”: after a move, somebody’s T can be taken by an opponent’s next move.'] },
      {
        n: 19,
        text: [
          '“Terrace-mate”: the side to move stands in Terrace, and no move helps: none wins or draws at once, and after each its T can still be taken. Taking the own T is no escape.',
        ],
      },
    ],
  },
  {
    key: 'notation',
    title: 'Writing games down',
    rules: [
      {
        n: 20,
        text: [
          'A move is written as piece, from and to, with the piece taken after a colon: d-a2-b3, C-c5-b4:c. The letter of the piece, and what is taken, may be left out in reading.',
        ],
      },
      {
        n: 21,
        text: ['#4 after a move says that it is meant as the game’s fourth. At any other moment it is refused.'],
      },
      {
        n: 22,
        text: [
          'The numeric form names the colour and size of a piece: B4d5-c4:W3. North is W, South B, West R and East U.',
        ],
      },
      {
        n: 23,
        text: [
          'A position is drawn as a plain grid, ranks from the top and dots for vacant squares, or as a grid with the walls of the terraces.',
        ],
      },
      {
        n: 24,
        text: [
          'A position also goes into one line: ranks from the top with a number for vacant squares in a row, the side to move, the seats with those out in capitals, moves since something was taken, and the number of the next move.',
        ],
      },
      {
        n: 25,
        text: [
          'A whole game is a .gam record: who played what, when and how it ended, in lines in brackets, and then the moves with clocks and comments.',
        ],
      },
    ],
  },
] as const satisfies readonly Part[];

export const rulebook = {
  title: 'The rules of Terrace',
  lead: 'All of them, to read and to print. The lessons teach the same on the board.',
  lessons: 'To the lessons',
  print: 'Print',
  contents: 'Contents',
  number: (n: number) => `R${n}`,
  parts,
  figures: {
    board: 'The board, with every square’s level.',
    pieces: 'The long setup. From the smallest to the largest: A, B, C, D; the T wears a ring.',
    moves: 'The C on e4 may go along to e1 or h4, up to f3, down to d4, and take the B on f5.',
    turns: 'Four seats. The rings are the goals: South and West head for h8, North and East for a1.',
    end: 'South’s T on g8 arrives with its next move.',
    calls: 'Terrace-mate: North’s T on h8 can be taken from g7, and wherever it flees.',
  },
  setups: 'Setups',
  setupsLead: 'South is at the bottom of every board.',
};
