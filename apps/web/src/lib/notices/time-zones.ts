type Choice = { readonly value: string; readonly label: string };
type Group = { readonly label: string; readonly choices: readonly Choice[] };

const UTC = 'UTC';

/** The IANA zones by region. @param chosen included even if this browser does not know it */
export function timeZones(chosen: string): readonly (Choice | Group)[] {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
  const all = chosen === UTC || known.includes(chosen) ? known : [chosen, ...known];
  const regions = Map.groupBy(all, (zone) => zone.slice(0, zone.indexOf('/')));
  const groups = [...regions].map(([region, zones]) => ({
    label: region,
    choices: zones.map((zone) => ({ value: zone, label: zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ') })),
  }));
  return [{ value: UTC, label: UTC }, ...groups];
}

/** The time zone of this device. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
