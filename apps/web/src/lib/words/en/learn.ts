import type { Illegal } from '@terrace/rules';

type Answers = Partial<Record<Illegal['code'], string>>;

/** What a lesson says: at most two sentences, the task, and the board's answers. */
type LessonWords = {
  title: string;
  text: string;
  task: string;
  /** When it is done. */
  done: string;
  /** To a move that is legal, or a square that is there, but not what is asked. */
  other: string;
  /** To what is often tried, by the reason it is refused. */
  answers: Answers;
};

const lessons = {
  heights: {
    title: 'Eight heights',
    text: 'Every square has a level, from 1 to 8: the brighter, the higher. Two corners are the lowest ground, the other two the highest.',
    task: 'choose a square on level 8.',
    done: 'Level 8. From here it is seven steps down to the lowest corner.',
    other: 'Not yet the highest. Level 8 is in two of the corners.',
    answers: {},
  },
  along: {
    title: 'Along a terrace',
    text: 'Squares of one level that touch are a terrace, and a piece goes along it as far as it likes, round the corner too. It passes its own pieces, never an opponent’s.',
    task: 'bring the C on d1 to a4, at the other end of its terrace.',
    done: 'Round the corner, and past the B of its own side.',
    other: 'That is a legal move, but the C on d1 is to end on a4.',
    answers: {
      blocked: 'North’s A on c3 blocks this terrace. Only own pieces may be passed.',
      occupied: 'A piece stands there. It may be passed, but the move ends on a vacant square.',
      'across-the-centre': 'That is level 4 too, but another terrace. Nothing crosses the centre point.',
    },
  },
  up: {
    title: 'Up, straight or at a slant',
    text: 'A piece steps up to a vacant square one level higher. Straight or at a slant, but one step only.',
    task: 'bring the B on c3 up to level 4.',
    done: 'One step, one level up.',
    other: 'That is a legal move, but the B is to climb to level 4.',
    answers: {
      occupied: 'North’s B stands there. Going up takes nothing.',
      'two-levels': 'That is two levels up. A piece climbs one level at a time.',
      'not-adjacent': 'Level 4 is right, but it is a single step, to a square beside this one.',
    },
  },
  down: {
    title: 'Down, straight only',
    text: 'A piece steps down to a vacant square one level lower. Only along the rank or the file, never at a slant.',
    task: 'bring the C on e4 down to level 4.',
    done: 'Straight down, one level.',
    other: 'That is a legal move, but the C on e4 is to go down to level 4.',
    answers: {
      'down-diagonal-only-captures': 'Down diagonally is only for capturing.',
      'two-levels': 'That is too far down. A piece drops one level at a time.',
      'not-adjacent': 'Level 4 is right, but it is a single step, to a square beside this one.',
    },
  },
  take: {
    title: 'Taking, down at a slant',
    text: 'A piece takes one step diagonally down. It takes what is of its own size or smaller: A is the smallest, D the largest.',
    task: 'take a piece of North’s with the C on e4.',
    done: 'Diagonally down, and no larger than the C.',
    other: 'That is a legal move, but it takes nothing of North’s.',
    answers: {
      occupied: 'Straight down takes nothing. Only diagonally down is for capturing.',
      'larger-than-you': 'North’s D is too large for a C to take.',
    },
  },
  own: {
    title: 'Taking your own',
    text: 'Your own pieces may be taken just the same, when one is in the way. Even your own T, but then you lose the game.',
    task: 'take your own A on f5 with the C on e4.',
    done: 'The A makes room for the C.',
    other: 'That is a legal move, but the C is to take the A on f5.',
    answers: { 'larger-than-you': 'Your D is too large for a C to take, own or not.' },
  },
  arrive: {
    title: 'Winning by arrival',
    text: 'Your T wins the game when it stands on its goal: the low corner across the board. North’s T heads for the other one, a1.',
    task: 'bring your T from g7 to h8. It takes two moves.',
    done: 'The T stands on its goal. That wins the game at once.',
    other: 'That is a legal move, but it does not bring the T to h8.',
    answers: {
      'down-diagonal-only-captures': 'Down diagonally is only for capturing. Go beside h8 first, then straight down.',
    },
  },
  capture: {
    title: 'Winning by taking the T',
    text: 'Of two players, the one whose T is taken has lost. A T is as small as an A, so any piece can take it.',
    task: 'take North’s T.',
    done: 'North has lost its T, and South has won.',
    other: 'That is a legal move, but the T stands there to be taken.',
    answers: { occupied: 'Straight down takes nothing. Another piece of yours stands diagonally above the T.' },
  },
  call: {
    title: 'Terrace and Terrace-mate',
    text: 'When a T can be taken by the next move, players say “Terrace”. When nothing can save it any more, it is “Terrace-mate”.',
    task: 'put North’s T in Terrace-mate.',
    done: 'Terrace-mate. Wherever the T goes, it can be taken.',
    other: 'After that the T is safe, or it gets away. Every square it can flee to must be covered.',
    answers: { occupied: 'The T stands straight below, not diagonally. It cannot be taken from here.' },
  },
  four: {
    title: 'Three and four seats',
    text: 'Turns go round clockwise: South, West, North, East. Who loses the T is out with all its pieces, and the others play on.',
    task: 'take West’s T, and see what leaves the board.',
    done: 'West is out, its pieces are gone, and it is North’s turn. The last one in wins, or whoever arrives first.',
    other: 'That is a legal move, but West’s T stands there to be taken.',
    answers: {
      'two-levels': 'That is two levels away. A piece climbs or drops one level at a time.',
      'not-adjacent': 'One level down, but too far. It is a single step.',
    },
  },
} satisfies Record<string, LessonWords>;

/** The lessons, each done on the board. */
export const learn = {
  title: 'Learn',
  heading: 'Learn Terrace on the board',
  description: 'The rules of Terrace in ten steps, each done on the board.',
  step: (n: number, of: number) => `Step ${n} of ${of}`,
  progress: 'Steps',
  stepTitle: (n: number, title: string, done: boolean) => `Step ${n}: ${title}${done ? ', done' : ''}`,
  yourTurn: 'Your turn:',
  back: 'Back',
  show: 'Show me',
  again: 'Do it again',
  next: 'Next',
  finish: 'Finish',
  rules: 'Read all the rules',
  lessons,
  level: (n: number) => `level ${n}`,
  section: (levels: string) => `A cut through the board, seen from the side: ${levels}.`,
  end: {
    title: 'You know Terrace',
    text: 'That is the whole game. The rest is what others will show you.',
    play: 'Play a game',
    local: 'Play at one screen',
    restart: 'From the beginning',
  },
};
