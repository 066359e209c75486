/** The page that describes the API. What it says of each route comes in English with the description itself. */
export const api = {
  title: 'API',
  about: 'Lies Partien und Ergebnisse, und lass Programme spielen. Alles hier steht allen offen.',
  contents: 'Inhalt',
  start: 'Zum Anfang',
  steps: [
    'Lesen geht ohne Konto. Öffne eine der Adressen unten; die Antwort ist JSON.',
    'Zum Spielen erstell in deinen Einstellungen einen Token und schick ihn als „Authorization: Bearer“, gefolgt vom Token.',
    'Frag nach den Zügen einer Partie, wähl einen aus und schick ihn als Befehl mit eigener Kennung. Was geschieht, erfährst du aus einem Strom.',
  ],
  whole: 'Die ganze Beschreibung für Programme (OpenAPI 3.1)',
  parameters: 'Was gefragt werden kann',
  places: { path: 'Adresse', query: 'Abfrage', header: 'Kopfzeile' },
  needed: 'nötig',
  body: 'Senden',
  answer: 'Antwort',
  schemas: 'Was die Namen bedeuten',
  usual: (value: string) => `${value}, wenn nichts gesagt wird`,
  between: (least: number, most: number) => `${least} bis ${most}`,
};
