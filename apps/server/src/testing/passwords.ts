import { createPasswords, type Passwords } from '../accounts/passwords.ts';

/** A cost of scrypt that takes microseconds: a password of a test protects nothing. */
const COST = 16;

let passwords: Passwords | undefined;

/** What all servers of a test process hash passwords with: in one thread, at hardly any cost. */
export function cheapPasswords(): Passwords {
  passwords ??= createPasswords(COST);
  return passwords;
}
