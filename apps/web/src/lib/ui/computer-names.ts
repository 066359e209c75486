import { messages } from '@terrace/messages';
import { computerPlayer, computerStrength, type Player, STRENGTHS, type Strength } from '@terrace/protocol';

/** What a computer is called where there is room for what its strength means; undefined for a person. */
export function computerTitle({ id, name }: Player): string | undefined {
  const strength = computerStrength(id);
  return strength === undefined
    ? undefined
    : messages.computer.long({ name, title: messages.computer.strength[strength] });
}

/** The name a computer of a strength has at every table. */
export const computerName = (strength: Strength): string => computerPlayer(strength, 1).name;

/** All strengths as a `Select` lists them, the weakest first. */
export const strengthChoices = (): { value: Strength; label: string }[] =>
  STRENGTHS.map((value) => ({
    value,
    label: messages.computer.choice({ strength: value, title: messages.computer.strength[value] }),
  }));
