// Plain JavaScript, so that a Node too old for the rest can still read it and say so.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Terrace runs on Node 22.18 or newer; this is ${process.versions.node}. Its own Node comes with the install: run "npm install --global pnpm@12.21.0 && pnpm install" and try again.`,
  );
  process.exit(1);
}
