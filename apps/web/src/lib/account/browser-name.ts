/** How browsers and systems give themselves away, the more particular ones first. */
const BROWSERS = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** A short name for what calls itself so; undefined for what is no browser we know. */
export function browserName(agent: string): string | undefined {
  const browser = BROWSERS.find(([, sign]) => sign.test(agent))?.[0];
  const system = SYSTEMS.find(([, sign]) => sign.test(agent))?.[0];
  return browser === undefined ? agent.split(/[ /]/)[0] || undefined : [browser, system].filter(Boolean).join(', ');
}
