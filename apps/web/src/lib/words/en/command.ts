/** The line for those who would rather type. */
export const command = {
  open: 'Command line',
  title: 'Command line',
  field: 'Command',
  example: 'd-a2-b3, show, help',
  answer: 'Answer',
  close: 'Close',
  lost: 'The server did not answer. Try again in a moment.',
};
