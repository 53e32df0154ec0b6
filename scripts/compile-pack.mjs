// Runs the packed command of DIST with the other arguments, and keeps the code that was compiled for it.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [, , dist, ...args] = process.argv;
const { codeFile, openPack, tuneForCommand } = createRequire(import.meta.url)(
  resolve(dist, "load-packed.cjs"),
);
tuneForCommand();
const { load, compiledCode } = openPack();
process.argv.splice(1, Infinity, join(dist, "main.js"), ...args);
process.on("exit", (exitCode) => {
  if (exitCode === 0) writeFileSync(codeFile, compiledCode());
});
load("main.cjs");
