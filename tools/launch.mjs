// The entry of `npm start`, `npm test` and the programs of `npm run` on the system's Node. Installs the dependencies of the
// lockfile. Then runs the given script (path from the root) on the installed Node, or else on the system's, in this
// process if that is the same one. With --restart, the script is a server that starts again after a crash. Plain
// JavaScript, so that an old Node can read it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pnpm = 'pnpm@12.21.0';
const stamp = join(root, 'node_modules/.installed-from');
// Stripping types and compiling dominate the run time of a short command; the cache reduces them to a tenth.
const compileCache = join(root, 'node_modules/.cache/compile');
const bundledNode = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
/**
 * The npm that started this process; undefined for a shell or a service manager, which may end before the script does.
 */
const npm = process.env.npm_lifecycle_event === undefined ? undefined : process.ppid;
const NPM_CHECK_EVERY_MS = 250;

/** The wait before a restart doubles from the first to the longest, and begins again after a server ran for long. */
const RESTART_MS = { first: 1_000, longest: 30_000, ranLong: 60_000 };
/** Deliberate ends of a server: a stop, a second Ctrl-C, and a fault that only the operator can correct. */
const ENDED = [0, 130, 78];
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const stopping = new AbortController();
let child;
const [first, ...rest] = process.argv.slice(2);
const code = (await install()) || (await (first === '--restart' ? server(rest) : script([first, ...rest])));
if (code !== undefined) process.exit(code);

async function install() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 0;
  console.error('Installing what Terrace needs; the first time takes a minute');
  const args = ['--yes', '--prefer-offline', pnpm, 'install', '--config.confirm-modules-purge=false'];
  const failed = codeOf(await run('npx', args, ['inherit', 2, 'inherit'])); // standard output is reserved for the script
  if (failed) console.error('The install failed (see above). Fix the cause and try again.');
  else writeFileSync(stamp, fingerprint()); // recalculated, because the install may have updated the lockfile
  return failed;
}

function fingerprint() {
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
  for (const group of ['apps', 'packages']) {
    for (const name of readdirSync(join(root, group))) files.push(`${group}/${name}/package.json`);
  }
  const hash = createHash('sha256');
  for (const file of files.filter((each) => existsSync(join(root, each)))) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

async function script([file, ...args]) {
  if (existsSync(bundledNode) && process.execPath === realpathSync(bundledNode)) {
    module.enableCompileCache(compileCache);
    endWithNpm(() => process.kill(process.pid, 'SIGTERM'));
    process.argv = [process.execPath, join(root, file), ...args];
    await import(pathToFileURL(join(root, file)).href);
    return undefined;
  }
  const node = nodeToRun();
  return node === undefined ? 1 : codeOf(await runNode(node, [file, ...args]));
}

/** Runs a server until it is stopped. Once it has started, it starts again when it ends by itself. */
async function server(script) {
  const node = nodeToRun();
  if (node === undefined) return 1;
  let wait = RESTART_MS.first;
  let hasStarted = false;
  for (;;) {
    const began = performance.now();
    const end = await runNode(node, script, (message) => {
      if (message === 'started') hasStarted = true;
    });
    const isStop = stopping.signal.aborted || ENDED.includes(end.status) || STOP_SIGNALS.includes(end.signal);
    if (isStop || !hasStarted) return codeOf(end);
    if (performance.now() - began > RESTART_MS.ranLong) wait = RESTART_MS.first;
    const why = end.signal === null ? `with exit code ${end.status}` : `by ${end.signal}`;
    console.error(`The server ended unexpectedly ${why}. It starts again in ${wait / 1000} s.`);
    await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return 0;
    wait = Math.min(2 * wait, RESTART_MS.longest);
  }
}

/** The Node that runs scripts; undefined, with a message, on an unsupported system. */
function nodeToRun() {
  if (existsSync(bundledNode)) return bundledNode;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  console.error(
    `Terrace runs on Node 22.18 or newer; this is ${process.versions.node}, and none comes with the install for ${process.platform}-${process.arch}: install a newer one.`,
  );
  return undefined;
}

/** Runs a script with a channel, which closes if this process is killed and cannot forward a signal. */
function runNode(node, [file, ...args], onMessage) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  return run(node, [...process.execArgv, join(root, file), ...args], stdio, onMessage);
}

/** @returns how the child ended: its exit code, or the signal that killed it */
function run(command, args, stdio, onMessage = () => undefined) {
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env };
  child ??= forwardStops();
  child = spawn(command, args, { cwd: root, stdio, env });
  child.on('message', onMessage);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => resolve({ status, signal }));
  });
}

/** From now on, a stop of this process is one of its current child. */
function forwardStops() {
  const stop = (signal) => {
    stopping.abort();
    child.kill(signal);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  endWithNpm(() => stop('SIGTERM'));
}

function codeOf({ status, signal }) {
  return status ?? 128 + constants.signals[signal];
}

/**
 * Calls `end` once when npm is gone. A killed npm cannot forward a signal: the server would keep running unseen, and
 * the next start would fail because the data folder is in use.
 */
function endWithNpm(end) {
  if (npm === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    end();
  }, NPM_CHECK_EVERY_MS);
  timer.unref();
}
