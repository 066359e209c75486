import type { Offer, Refusal } from '@terrace/protocol';
import { whyNoDiagram, whyNoMove, whyNoPosition, whyNoRecord, whyNoStart, whyNot } from './rules.ts';
import { side } from './seats.ts';

const OFFERS: Record<Offer, string> = {
  draw: 'Remisangebot',
  takeback: 'Wunsch nach Zurücknahme',
  pause: 'Wunsch nach einer Pause',
  resume: 'Wunsch weiterzuspielen',
  rematch: 'Angebot einer Revanche',
};
const NAMES = {
  length: 'Ein Name hat 2 bis 20 Zeichen.',
  letters: 'Ein Name hat Buchstaben ohne Akzente, Ziffern, _ und -, sonst nichts.',
  reserved: 'Dieser Name ist für die Seite selbst. Wähle einen anderen.',
};
const PASSWORDS = {
  short: 'Ein Passwort hat mindestens 8 Zeichen. Mach es länger.',
  long: 'Ein Passwort hat höchstens 128 Zeichen. Mach es kürzer.',
  name: 'Dieses Passwort ist dein Name, den errät jeder. Wähle ein anderes.',
  common: 'Dieses Passwort ist zu leicht zu erraten. Wähle ein längeres oder mehrere Wörter.',
};
const seconds = (ms: number) => Math.ceil(ms / 1000);
const number = new Intl.NumberFormat('de', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'short' });
const until = (ms: number | null) => (ms === null ? '' : ` bis ${day.format(ms)}`);

/** What went wrong and what to do about it, in one or two plain sentences. */
function explain(refusal: Refusal): string {
  switch (refusal.code) {
    case 'malformed':
      return 'Der Server konnte diese Anfrage nicht lesen. Lade die Seite neu und versuche es noch einmal.';
    case 'unknown-event':
      return 'Der Server kennt diese Anfrage nicht. Lade die Seite neu, um die neueste zu bekommen.';
    case 'too-many-requests':
      return `Das war zu schnell. Warte ${seconds(refusal.retryMs)} s und versuche es noch einmal.`;
    case 'no-session':
      return 'Der Server weiß nicht, wer du bist. Erlaube dieser Seite Cookies und lade sie neu.';
    case 'no-such-game':
      return 'Hier ist keine Partie. Prüfe den Link, oder suche dir in der Lobby eine.';
    case 'not-started':
      return 'Die Partie hat noch nicht begonnen. Sie beginnt, wenn alle Plätze besetzt sind.';
    case 'already-started':
      return 'Die Partie hat begonnen. Gib auf, um sie zu beenden.';
    case 'game-over':
      return 'Die Partie ist zu Ende. Mach einen neuen Tisch auf, um noch einmal zu spielen.';
    case 'table-closed':
      return 'Dieser Tisch ist geschlossen. Such dir einen anderen, oder mach selbst einen auf.';
    case 'seat-taken':
      return refusal.side === null
        ? 'An diesem Tisch ist jeder Platz besetzt. Du kannst bleiben und zusehen.'
        : `${side[refusal.side]} ist besetzt. Nimm einen freien Platz, oder bleib und sieh zu.`;
    case 'no-such-seat':
      return `Diesen Platz hat der Tisch nicht: ${side[refusal.side]}. Nimm einen, den er zeigt.`;
    case 'already-seated':
      return `Du sitzt schon an diesem Tisch, als ${side[refusal.side]}.`;
    case 'not-seated':
      return 'Du hast in dieser Partie keinen Platz. Du kannst zusehen.';
    case 'out-of-play':
      return 'Du bist raus. Du kannst bis zum Ende zusehen.';
    case 'not-your-turn':
      return `${side[refusal.turn]} ist am Zug. Warte diesen Zug ab, dann spiele deinen.`;
    case 'stale':
      return 'Die Partie ging weiter, bevor dein Zug ankam. Das Brett zeigt, wie sie jetzt steht.';
    case 'illegal-move':
      return `Von ${refusal.from} geht kein Zug nach ${refusal.to}. Wähle ein Feld, das ein Zeichen trägt.`;
    case 'bad-position':
      return 'Mit dieser Stellung kann keine Partie beginnen. Ändere sie und versuche es noch einmal.';
    case 'no-such-player':
      return `Es gibt niemanden mit dem Namen ${refusal.name}. Prüfe den Namen, oder schicke den Link.`;
    case 'seat-reserved':
      return `${side[refusal.side]} wird für jemanden freigehalten. Nimm einen freien Platz, oder bleib und sieh zu.`;
    case 'not-invited':
      return 'Hier wird kein Platz für dich freigehalten, also gibt es nichts abzulehnen.';
    case 'not-host':
      return 'Nur wer den Tisch aufgemacht hat, kann die Partie beginnen.';
    case 'seats-open':
      return 'Es sind noch Plätze frei. Die Partie kann beginnen, wenn alle besetzt sind.';
    case 'already-moved':
      return 'Du hast schon gezogen, also zählt die Partie. Gib auf, um sie zu beenden.';
    case 'paused':
      return 'Die Partie macht Pause. Bitte ums Weiterspielen, oder warte, bis die Pause vorbei ist.';
    case 'not-paused':
      return 'Die Partie macht keine Pause.';
    case 'no-offer':
      return `Hier wartet nichts auf deine Antwort: ${OFFERS[refusal.offer]}.`;
    case 'already-offered':
      return `Das steht schon: ${OFFERS[refusal.offer]}. Warte auf die Antwort der anderen.`;
    case 'offered-lately':
      return `Das wurde gerade abgelehnt: ${OFFERS[refusal.offer]}. Noch einmal geht es in ${refusal.plies} Zügen.`;
    case 'nothing-to-take-back':
      return 'Du hast keinen Zug, den du zurücknehmen kannst.';
    case 'no-clock':
      return 'In dieser Partie läuft keine Uhr, also ist keine Zeit zu geben oder anzuhalten.';
    case 'still-here':
      return `${side[refusal.side]} ist noch nicht lange weg. Warte noch ein wenig.`;
    case 'not-over':
      return 'Die Partie ist noch nicht zu Ende. Eine Revanche kommt danach.';
    case 'rematched':
      return 'Die Revanche hat schon begonnen. Geh vom Ergebnis aus zu ihr.';
    case 'time-over':
      return 'Deine Zeit war um, bevor dieser Zug ankam.';
    case 'time-left':
      return refusal.leftMs === null
        ? 'Diese Partie hat keine Uhr, also läuft keine Zeit ab.'
        : `Die Zeit ist noch nicht um: ${number.format(refusal.leftMs / 1000)} s sind übrig.`;
    case 'too-many-tables':
      return `Du hast ${refusal.most} offene Tische, mehr geht nicht. Schließe einen, dann mach einen neuen auf.`;
    case 'too-talkative':
      return `Das war viel auf einmal. Warte ${seconds(refusal.retryMs)} s und sag es dann.`;
    case 'no-such-message':
      return 'Diese Nachricht gibt es nicht, oder sie ist nicht für dich.';
    case 'not-by-days':
      return 'Vormerken lassen sich Züge nur, wo ein Zug Tage hat. Hier spielst du einen auf dem Brett voraus.';
    case 'rated-needs-account':
      return refusal.name === null
        ? 'Gewertet spielen nur Leute mit Konto. Melde dich an, oder spiele ungewertet.'
        : `Gewertet spielen nur Leute mit Konto, und ${refusal.name} hat keines. Spielt ungewertet.`;
    case 'not-rateable':
      return 'So lässt sich keine gewertete Partie spielen. Nimm eine übliche Aufstellung und eine Uhr, oder spiele ungewertet.';
    case 'muted':
      return `Du darfst hier${until(refusal.until)} nichts sagen. Der Grund: ${refusal.reason}`;
    case 'suspended':
      return `Du darfst hier${until(refusal.until)} nicht spielen. Der Grund: ${refusal.reason}`;
    case 'not-saved':
      return 'Noch nicht gesichert. Es wird weiter versucht.';
    case 'unexpected':
      return `Bei uns ist etwas kaputtgegangen (Meldung ${refusal.reference}). Deine Partie ist gesichert.`;
    case 'no-such-route':
      return 'Diese Adresse gibt es in der API nicht. Unter /api stehen alle, die es gibt.';
    case 'unsupported-content':
      return 'Der Server liest diese Art von Inhalt nicht. Unter /api steht, was er liest.';
    case 'body-too-large':
      return `Das ist zu lang: Der Server liest hier höchstens ${refusal.maxBytes} Bytes. Sende weniger.`;
    case 'foreign-origin':
      return 'Das kam von einer fremden Seite. Schicke Befehle von hier, oder aus einem Programm.';
    case 'command-too-long':
      return `Ein Befehl hat höchstens ${refusal.most} Zeichen. Fass dich kürzer.`;
    case 'unknown-command':
      return `Den Befehl „${refusal.command}“ gibt es nicht. Der Befehl help nennt alle.`;
    case 'bad-command':
      return 'Dieser Befehl ist so nicht zu lesen. Der Befehl help sagt, wie man ihn schreibt.';
    case 'unclear-game':
      return `Mehrere deiner Partien beginnen mit ${refusal.start}. Schreibe mehr von der Kennung.`;
    case 'unreadable-move':
      return 'Das ist kein Zug. Schreibe ihn wie d-a2-b3, oder d-a2-b3:c, wenn er schlägt.';
    case 'no-such-ply':
      return `Diese Partie hat keinen Zug ${refusal.ply}. Der nächste ist Zug ${refusal.next}.`;
    case 'nothing-to-answer':
      return 'In dieser Partie wartet nichts auf deine Antwort.';
    case 'several-offers':
      return `Hier stehen mehrere Angebote. Nenne das, was du meinst: ${refusal.offers.join(', ')}.`;
    case 'not-among-players':
      return `Du kannst nur eigene Partien aufmachen. Nenne auch dich, ${refusal.name}, unter den Spielern.`;
    case 'named-twice':
      return `${refusal.name} steht zweimal da. Jeder Platz braucht jemand anderen.`;
    case 'not-admin':
      return 'Das können nur Moderatoren.';
    case 'about-oneself':
      return 'Das bist du. Nenne jemand anderen.';
    case 'no-such-report':
      return 'Diese Meldung wartet nicht mehr.';
    case 'no-such-sanction':
      return 'Das gilt nicht mehr.';
    case 'bad-name':
      return NAMES[refusal.why];
    case 'name-taken':
      return `${refusal.name} ist vergeben, oder sieht einem vergebenen Namen zu ähnlich. Wähle einen anderen.`;
    case 'bad-password':
      return PASSWORDS[refusal.why];
    case 'wrong-login':
      return 'Name und Passwort gehören nicht zusammen. Prüfe beides.';
    case 'wrong-password':
      return 'Das ist nicht dein Passwort. Tippe es noch einmal.';
    case 'signed-in':
      return 'Du bist schon angemeldet. Melde dich erst ab, um ein anderes Konto zu nehmen.';
    case 'needs-account':
      return 'Das geht nur mit Konto. Melde dich an, oder lege eines an.';
    case 'sign-in-again':
      return 'Deine Anmeldung ist eine Weile her. Melde dich ab und wieder an, dann geht es.';
    case 'no-mail':
      return 'Dieser Server verschickt keine E-Mails und hebt darum keine Adressen auf. Es geht auch ohne.';
    case 'link-over':
      return 'Dieser Link ist verbraucht oder zu alt. Lass dir einen neuen schicken.';
    case 'no-such-sign-in-method':
      return 'So kann man sich hier nicht anmelden. Nimm einen Weg, den die Seite zeigt.';
    case 'no-such-session':
      return 'Diese Anmeldung ist schon beendet.';
    case 'no-such-token':
      return 'Dieses Token gibt es nicht. Vielleicht ist es schon widerrufen.';
    case 'too-many-tokens':
      return `Du hast ${refusal.most} Tokens, mehr geht nicht. Widerrufe eines, dann lege ein neues an.`;
    case 'bad-token':
      return 'Der Server kennt dieses Token nicht. Vielleicht ist es widerrufen: lege in den Einstellungen ein neues an.';
    case 'read-only-token':
      return 'Dieses Token darf nur lesen. Lege in den Einstellungen eines an, das auch spielen darf.';
  }
}

export const refusals = { explain, whyNot, whyNoMove, whyNoPosition, whyNoStart, whyNoDiagram, whyNoRecord };
