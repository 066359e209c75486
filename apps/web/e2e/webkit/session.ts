import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { findOrThrow, webkit, xvfb } from '../../../../tools/required/programs.ts';
import { freePort } from '../site.ts';

/** The window of WebKitGTK is at least 447 pixels wide, which is still in the layout for phones. */
const WINDOW = { x: 0, y: 0, width: 360, height: 780 };

/** Starts WebKitGTK on a screen that exists only in memory. Playwright cannot drive it, WebDriver can. */
export async function startWebKit(): Promise<{ readonly driver: WebDriver; stop(): Promise<void> }> {
  const screen = spawn(findOrThrow(xvfb), ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = await once(createInterface(screen.stdout), 'line');
  const port = await freePort();
  const service = spawn(findOrThrow(webkit), [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/status`)).ok;
  await expect.poll(() => isReady().catch(() => false)).toBe(true);
  const driver = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(url)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
    .build();
  await driver.manage().window().setRect(WINDOW);
  return {
    driver,
    stop: async () => {
      await driver.quit();
      await Promise.all([service, screen].map(end));
    },
  };
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill();
  await once(program, 'exit');
}
