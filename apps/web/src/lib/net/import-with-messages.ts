import { loadMessages, type Part } from '@terrace/messages';

/** A module that is fetched when it is needed, once the texts that it says are there, too. */
export async function importWithMessages<M>(module: Promise<M>, ...parts: readonly Part[]): Promise<M> {
  const [loaded] = await Promise.all([module, loadMessages(...parts)]);
  return loaded;
}
