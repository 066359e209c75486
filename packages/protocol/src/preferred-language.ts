import { LANGUAGES, type Language } from './preferences.ts';

/** The chosen language, else the best match, else English. @param asked the Accept-Language header */
export function preferredLanguage(chosen: Language | null, asked: string | null): Language {
  if (chosen !== null) return chosen;
  const wishes = (asked ?? '').split(',').map(wishOf);
  const known = wishes.flatMap(({ tag, weight }) => {
    const language = LANGUAGES.find((each) => each === tag.split('-')[0]);
    return language !== undefined && weight > 0 ? [{ language, weight }] : [];
  });
  return known.toSorted((a, b) => b.weight - a.weight)[0]?.language ?? 'en';
}

/** A part of an Accept-Language header, such as `de-CH;q=0.8`; an invalid weight counts as zero. */
function wishOf(part: string): { tag: string; weight: number } {
  const [tag = '', weight = 'q=1'] = part
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/);
  const number = Number(weight.replace(/^q=/, ''));
  return { tag, weight: Number.isFinite(number) ? number : 0 };
}
