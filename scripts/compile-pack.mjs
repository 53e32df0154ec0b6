// Runs the packed command of DIST with the other arguments, and keeps the code that was compiled for it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , dist, ...args] = process.argv;
const { load, codeFile, compiledCode } = await import(pathToFileURL(join(dist, "packed.js")).href);
process.argv.splice(1, Infinity, join(dist, "main.js"), ...args);
process.on("exit", (exitCode) => {
  if (exitCode === 0) writeFileSync(codeFile, compiledCode());
});
load("main.cjs");
