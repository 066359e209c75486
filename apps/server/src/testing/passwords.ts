import { createPasswords, type Passwords } from '../accounts/passwords.ts';

/** A scrypt cost that takes microseconds: a test's password protects nothing. */
const COST = 16;

let passwords: Passwords | undefined;

/** Hashes the passwords of all servers of a test process in one thread, at hardly any cost. */
export function cheapPasswords(): Passwords {
  passwords ??= createPasswords(COST);
  return passwords;
}
