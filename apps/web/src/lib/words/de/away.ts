/** What is said where there is no connection. */
export const away = {
  title: 'Keine Verbindung',
  sentence: 'Der Server ist nicht zu erreichen. Was auf diesem Gerät liegt, geht trotzdem.',
  again: 'Noch einmal versuchen',
  local: 'An einem Bildschirm spielen',
  learn: 'Die Regeln lernen',
};
