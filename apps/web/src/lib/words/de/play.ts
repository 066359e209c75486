import type { Offer } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { side, sideList } from './seats.ts';

const asks: Record<Offer, string> = {
  draw: 'bietet Remis an',
  takeback: 'möchte zurücknehmen',
  pause: 'bittet um eine Pause',
  resume: 'möchte weiterspielen',
  rematch: 'bietet eine Revanche an',
};
const asked: Record<Offer, string> = {
  draw: 'Du bietest Remis an',
  takeback: 'Du möchtest zurücknehmen',
  pause: 'Du bittest um eine Pause',
  resume: 'Du möchtest weiterspielen',
  rematch: 'Du bietest eine Revanche an',
};
const agreed: Record<Offer, string> = {
  draw: 'ist mit Remis einverstanden',
  takeback: 'lässt zurücknehmen',
  pause: 'ist mit der Pause einverstanden',
  resume: 'möchte auch weiterspielen',
  rematch: 'nimmt die Revanche an',
};
const howOut = {
  taken: 'ist raus',
  resignation: 'hat aufgegeben und ist raus',
  time: 'hat keine Zeit mehr und ist raus',
  left: 'ist gegangen und damit raus',
};

const withdrawn: Record<Offer, string> = {
  draw: 'zieht das Remisangebot zurück',
  takeback: 'möchte nicht mehr zurücknehmen',
  pause: 'möchte keine Pause mehr',
  resume: 'möchte noch nicht weiterspielen',
  rematch: 'zieht das Angebot einer Revanche zurück',
};
const refused: Record<Offer, string> = {
  draw: 'lehnt das Remis ab',
  takeback: 'lehnt das Zurücknehmen ab',
  pause: 'lehnt die Pause ab',
  resume: 'möchte noch nicht weiterspielen',
  rematch: 'lehnt die Revanche ab',
};
const ordinals = ['Erster', 'Zweiter', 'Dritter', 'Vierter'];

/** What is said while a game is played: consent, time, presence, places. */
export const play = {
  takeBack: 'Zurück',
  draw: 'Remis',
  resign: 'Aufgeben',
  more: 'Mehr',
  back: 'Zurück',
  pause: 'Pause',
  give: '15 s geben',
  abort: 'Abbrechen',
  abortAsk: 'Die Partie abbrechen?',
  talk: 'Gespräch',
  rematch: 'Revanche',
  toRematch: 'Zur Revanche',

  offer: {
    title: (offer: Offer, by: Side, you: boolean) => (you ? asked[offer] : `${side[by]} ${asks[offer]}`),
    agreed: (count: number, of: number) => `${count} von ${of} einverstanden.`,
    missing: (sides: readonly Side[]) => `Es fehlt noch: ${sideList(sides)}.`,
    means: {
      draw: 'Die Partie endet ohne Sieger.',
      takeback: 'Der letzte Zug wird zurückgenommen.',
      pause: 'Die Uhren stehen, höchstens zehn Minuten.',
      resume: 'Die Uhren laufen weiter.',
      rematch: 'Dieselbe Partie, mit getauschten Plätzen.',
    },
    accept: 'Annehmen',
    decline: 'Ablehnen',
    withdraw: 'Zurückziehen',
  },
  paused: {
    title: 'Pause',
    until: (left: string) => `Geht in ${left} von selbst weiter.`,
    resume: 'Weiterspielen',
    word: 'Pause',
  },
  away: {
    word: (since: string) => `weg ${since}`,
    title: (who: Side) => `${side[who]} ist weg`,
    since: (gone: string) => `Seit ${gone} fort. Du musst nicht länger warten.`,
    claim: (who: Side) => `Melden: ${side[who]} ist gegangen`,
  },
  firstMove: (left: string) => `erster Zug in ${left}`,
  watching: (count: number) => `${count} sehen zu`,
  watchers: (count: number, names: readonly string[]) => {
    const more = count - names.length;
    return more > 0 ? `${names.join(', ')} und ${more} weitere` : names.join(', ');
  },
  out: { taken: 'raus: geschlagen', resignation: 'raus: aufgegeben', time: 'raus: Zeit', left: 'raus: gegangen' },
  place: (n: number) => `${n}. Platz`,
  placeLong: (n: number, sides: readonly Side[]) => `${ordinals[n - 1] ?? `${n}.`}: ${sideList(sides)}`,
  ordinal: (n: number) => `${n}.`,
  places: 'Platzierung',
  undone: 'zurückgenommen',
  closed: {
    host: { title: 'Tisch geschlossen', why: 'Wer ihn aufgemacht hat, hat ihn vor Beginn der Partie geschlossen.' },
    'host-gone': {
      title: 'Tisch geschlossen',
      why: 'Wer ihn aufgemacht hat, war zu lange fort.',
    },
    abort: { title: 'Partie abgebrochen', why: 'Sie wurde abgebrochen, bevor sie für jemanden zählte.' },
    'no-show': {
      title: 'Niemand kam',
      why: 'Ein erster Zug kam nicht rechtzeitig. Die Partie zählt für niemanden.',
    },
  },
  queued: {
    target: 'vorgemerkter Zug',
    from: (to: string) => `vorgemerkt nach ${to}`,
    heading: (from: string, to: string) => `Vorgemerkt: ${from} nach ${to}`,
    how: 'Wird gespielt, sobald du am Zug bist. Esc oder ein Klick auf die Figur nimmt ihn zurück.',
    dropped: (from: string, to: string) => `Dein vorgemerkter Zug ${from} nach ${to} war nicht mehr möglich.`,
  },

  /** Events in sentences, by their type: for those who hear the page, and beside the talk. */
  event: {
    offered: (d: { offer: Offer; side: Side }) => `${side[d.side]} ${asks[d.offer]}.`,
    agreed: (d: { offer: Offer; side: Side }) => `${side[d.side]} ${agreed[d.offer]}.`,
    withdrawn: (d: { offer: Offer; side: Side }) => `${side[d.side]} ${withdrawn[d.offer]}.`,
    refused: (d: { offer: Offer; side: Side }) => `${side[d.side]} ${refused[d.offer]}.`,
    undone: (d: { ply: number }) => `Die Partie steht wieder vor Zug ${d.ply}.`,
    paused: 'Die Partie macht Pause.',
    resumed: 'Die Partie geht weiter.',
    'time-given': (d: { side: Side; ms: number }) => `${side[d.side]} gibt den anderen ${d.ms / 1000} Sekunden.`,
    out: (d: { side: Side; by: keyof typeof howOut }) => `${side[d.side]} ${howOut[d.by]}.`,
    started: 'Die Partie beginnt.',
    ended: 'Die Partie ist zu Ende.',
    rematched: 'Die Revanche beginnt.',
  },
};
