import { messages } from '@terrace/messages';
import { computerPlayer, computerStrength, type Player, STRENGTHS, type Strength } from '@terrace/protocol';

/** A tooltip with a computer's name and the meaning of its strength; undefined for a person. */
export function computerTitle({ id, name }: Player): string | undefined {
  const strength = computerStrength(id);
  return strength === undefined
    ? undefined
    : messages.computer.long({ name, title: messages.computer.strength[strength] });
}

export const computerName = (strength: Strength): string => computerPlayer(strength, 1).name;

/** All strengths as options of a `Select`, the weakest first. */
export const strengthChoices = (): { value: Strength; label: string }[] =>
  STRENGTHS.map((value) => ({
    value,
    label: messages.computer.choice({ strength: value, title: messages.computer.strength[value] }),
  }));
