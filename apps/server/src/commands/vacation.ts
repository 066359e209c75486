import { commandsMessages } from '@terrace/messages/commands';
import type { VacationView } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { Vacations } from '../vacations/vacations.ts';
import { instantText } from './format.ts';
import { type CommandHandlers, onceOf } from './handler.ts';

type Dependencies = {
  readonly vacations: Pick<Vacations, 'view' | 'begin' | 'end'>;
  readonly players: Pick<PlayerStore, 'hasAccount'>;
};

/** Vacations need an account, as over HTTP. */
export const createVacationCommand = ({ vacations, players }: Dependencies): CommandHandlers<'vacation'> => ({
  async vacation({ days }, sender) {
    const { by } = sender;
    const once = onceOf(sender);
    if (!(await players.hasAccount(by.id))) return err({ code: 'needs-account' });
    if (days === undefined) return ok(viewText(await vacations.view(by.id)));
    const changed = days === 'end' ? await vacations.end(by.id, once) : await vacations.begin(by.id, days, once);
    return changed.ok ? ok(viewText(changed.value)) : changed;
  },
});

function viewText({ vacation, year, daysLeft }: VacationView): string {
  const { away, here, daysLeft: left } = commandsMessages().vacation;
  const now = vacation === null ? here : away({ until: instantText(vacation.until) });
  return `${now} ${left({ days: daysLeft, year: String(year) })}`;
}
