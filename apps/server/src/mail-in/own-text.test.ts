// cspell:disable quotations in many languages
import { expect, test } from 'vitest';
import { textOfMail } from './mail-text.ts';
import { ownParagraphs } from './own-text.ts';

const lines = (...all: string[]) => all.join('\n');
const QUOTE = lines('> Your turn', '>', '> To play from this e-mail, reply with your move.');

test.each([
  ['On Sat, Nov 28, 2026 at 10:00 AM Terrace <play+1@play.example> wrote:'],
  ['Am 28.11.2026 um 10:00 schrieb Terrace:'],
  ['Am Sa., 28. Nov. 2026 um 10:00 Uhr schrieb Terrace <\nplay+1@play.example>:'],
  ['Le 28/11/2026 à 10:00, Terrace a écrit\u00a0:'],
  ['El sáb, 28 nov 2026 a las 10:00, Terrace\n(<play+1@play.example>) escribió:'],
  ['Il giorno sab 28 nov 2026 alle ore 10:00 Terrace ha scritto:'],
  ['Op za 28 nov 2026 om 10:00 schreef Terrace:'],
  ['Em sáb., 28 de nov. de 2026, 10:00, Terrace escreveu:'],
  ['W dniu 28.11.2026 o 10:00, Terrace pisze:'],
  ['Den lör 28 nov. 2026 kl 10:00 skrev Terrace:'],
  ['28 ноября 2026 г. 10:00 Terrace пишет:'],
  ['2026年11月28日 10:00 Terrace のメール：'],
  ['Terrace wrote:'],
])('the text is found above and below a quotation introduced by "%s"', (introduction) => {
  expect(ownParagraphs(lines('d2-d3', '', introduction, QUOTE))).toEqual([['d2-d3']]);
  expect(ownParagraphs(lines('d2-d3', introduction, '', QUOTE))).toEqual([['d2-d3']]);
  expect(ownParagraphs(lines(introduction, QUOTE, '', 'd2-d3', '', '-- ', 'Ann'))).toEqual([['d2-d3']]);
  expect(ownParagraphs(lines(introduction, '', QUOTE))).toEqual([]);
});

test.each([
  [lines('-----Original Message-----', 'From: Terrace', 'e7-e6')],
  [lines('-------- Ursprüngliche Nachricht --------', 'e7-e6')],
  [lines('________________________________', 'From: Terrace <play@x.example>', 'Sent: Saturday', 'e7-e6')],
  [lines('Von: Terrace <play@x.example>', 'Gesendet: Samstag', 'An: Ann', 'Betreff: Du bist am Zug', 'e7-e6')],
  [lines('*De :* Terrace <play@x.example>', '*Envoyé :* samedi', '*À :* Ann', 'e7-e6')],
  [lines('-- ', 'Ann', 'd7-d6')],
])('a quotation without marks and a signature end the text: %j', (rest) => {
  expect(ownParagraphs(lines('d2-d3', '', rest))).toEqual([['d2-d3']]);
  expect(ownParagraphs(rest)).toEqual([]);
});

test('paragraphs keep their lines, and blank and invisible characters around them are removed', () => {
  const text = lines('', '\u200b say I think', 'this is lost.\u00a0', '', 'Sent from my phone');
  expect(ownParagraphs(text)).toEqual([['say I think', 'this is lost.'], ['Sent from my phone']]);
});

test('a line that ends with a colon above a quotation is text if it is a command', () => {
  expect(ownParagraphs(lines('chat Look at this:', QUOTE))).toEqual([['chat Look at this:']]);
});

test('HTML becomes text without styles, with entities, and with marked quotations', () => {
  const html = `<html><head><style>p { color: red }</style><script>d7-d6</script></head><body><!-- e7-e6 -->
    <div dir="ltr">D&rsquo;&#45;b8&ndash;b7&nbsp;</div><br>
    <div class="gmail_quote"><div class="gmail_attr">Terrace &lt;x@y.example&gt; said:<br></div>
    <blockquote><p>Your turn</p><blockquote>e7-e6</blockquote></blockquote></div></body></html>`;
  for (const text of [undefined, '', ' \u200b\r\n']) {
    expect(ownParagraphs(textOfMail({ text, html }))).toEqual([['D’-b8–b7']]);
  }
  expect(ownParagraphs(textOfMail({ text: 'd2-d3', html }))).toEqual([['d2-d3']]);
});

test('an answer below a quotation in HTML is found', () => {
  const html = '<p>Terrace wrote:</p><blockquote><p>Your turn</p><p>e7-e6</p></blockquote><p>d2-d3</p><p>Ann</p>';
  expect(ownParagraphs(textOfMail({ html }))).toEqual([['d2-d3'], ['Ann']]);
});
