import { createPasswords, type Passwords } from '../accounts/passwords.ts';

/** A scrypt cost of microseconds: passwords in tests protect nothing. */
const COST = 16;

let passwords: Passwords | undefined;

/** Hashes passwords of all servers of a test process in one thread at minimal cost. */
export function cheapPasswords(): Passwords {
  passwords ??= createPasswords((error) => process.emitWarning(String(error)), COST);
  return passwords;
}
