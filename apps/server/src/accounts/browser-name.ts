import bowser from 'bowser';

/** A short name such as `Firefox, Linux`. Unknown clients keep the program's own name. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = bowser.parse(userAgent);
  return browser.name ? [browser.name, os.name].filter(Boolean).join(', ') : (userAgent.split(/[ /]/)[0] ?? '');
}
