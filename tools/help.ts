/** Prints a script's usage and ends the process when its arguments ask for help. */
export function printHelpIfAsked(usage: string): void {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return;
  console.log(usage);
  process.exit(0);
}
