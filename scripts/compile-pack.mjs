// Runs the packed command of DIST with the other arguments. Keeps the code that was compiled for it, or, if a file LIST
// is named, only the names of the modules that it has loaded.
import { lstatSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [, , dist, list, ...args] = process.argv;
const { identityOf, openPack, tuneForCommand } = createRequire(import.meta.url)(
  resolve(dist, "load-packed.cjs"),
);
tuneForCommand();
const { load, loaded, compiledCode } = openPack();
process.argv.splice(1, Infinity, join(dist, "main.js"), ...args);
process.on("exit", (exitCode) => {
  if (list !== "") writeFileSync(list, [...loaded.keys()].join("\n"));
  else if (exitCode === 0) for (const [file, code] of compiledCode()) keep(file, code);
});
load("main.cjs");

function keep(file, code) {
  writeFileSync(file, code);
  writeFileSync(`${file}.seen`, identityOf(lstatSync(file, { bigint: true })));
}
