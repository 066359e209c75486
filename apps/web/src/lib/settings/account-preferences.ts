import { AccountPreferences, type Preferences, StoredPreferences } from '@terrace/protocol';

const PATH = '/api/me/preferences';
/** Changes that follow each other faster, as a slider's do, are sent together. */
const SAVE_DELAY_MS = 400;

/** Stores preferences with the account, the latest only. @param onfail called when that did not succeed */
export function createAccountSaver(onfail: () => void): (all: Preferences) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (all) => {
    clearTimeout(timer);
    timer = setTimeout(() => void savePreferences(all).then((stored) => stored || onfail()), SAVE_DELAY_MS);
  };
}

/** Whether the server has stored them. A page that is being left still sends them. */
export async function savePreferences(all: Preferences): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(AccountPreferences.parse(all));
  const answer = await fetch(PATH, { method: 'PUT', headers, body, keepalive: true }).catch(() => undefined);
  return answer?.ok ?? false;
}

/** The account's preferences: null when it has none yet, undefined when the server did not answer. */
export async function loadPreferences(): Promise<StoredPreferences | undefined> {
  const answer = await fetch(PATH).catch(() => undefined);
  return answer?.ok ? StoredPreferences.parse(await answer.json()) : undefined;
}
