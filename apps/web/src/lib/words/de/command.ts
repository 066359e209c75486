/** The line for those who would rather type. */
export const command = {
  open: 'Befehlszeile',
  title: 'Befehlszeile',
  field: 'Befehl',
  example: 'd-a2-b3, show, help',
  answer: 'Antwort',
  close: 'Schließen',
  lost: 'Der Server hat nicht geantwortet. Versuche es gleich noch einmal.',
};
