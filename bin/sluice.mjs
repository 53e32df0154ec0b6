#!/usr/bin/env node
// Starts the command, or says why it is not there: an installation from git has to be built, and npm does not build
// with `--ignore-scripts`. Another ES module, also one of Node's own, would take longer to load than its like in CommonJS.
const { existsSync } = process.getBuiltinModule("fs");
const require = process.getBuiltinModule("module").createRequire(import.meta.url);
const { fileURLToPath } = process.getBuiltinModule("url");

const start = fileURLToPath(new URL("../dist/start.cjs", import.meta.url));
if (existsSync(start)) require(start);
else {
  const home = fileURLToPath(new URL("..", import.meta.url));
  process.stderr.write(
    `sluice: this installation was not built: ${home}dist is missing.
An installation from git is built by npm, unless its scripts are off (--ignore-scripts, allow-scripts).
Install it again with scripts, or build a clone and install the package that it makes:
  npm ci && npm pack, then npm install --ignore-scripts ./sluice-VERSION.tgz
`,
  );
  process.exitCode = 2;
}
