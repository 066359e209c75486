#!/usr/bin/env node
/**
 * Playwright starts this program instead of Firefox. It passes the messages of WebDriver BiDi between them; `relay.ts`
 * says where it does more.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findOrThrow, firefox } from '../../../../tools/required/programs.ts';
import { relay } from './relay.ts';

const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const browser = spawn(findOrThrow(firefox), process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
browser.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => browser.kill(signal));

for await (const line of createInterface(browser.stderr)) {
  const url = LISTENING.exec(line)?.[1];
  const address = url && (await relay(url, () => browser.kill()));
  process.stderr.write(address === undefined ? `${line}\n` : `WebDriver BiDi listening on ${address}\n`);
}
