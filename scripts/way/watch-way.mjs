// Preloaded into the process of a command: counts its own modules, and the frames of its own functions on the way to the
// first search of the engine and to the first rename of a file. Writes them as JSON to $SLUICE_WAY.
import fs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { Worker } from "node:worker_threads";

/** Makes a function stop the process, for the debugger to look at its stack. */
function stopAt(holder, name, deed) {
  const original = holder[name];
  holder[name] = function (...args) {
    globalThis.sluiceDeed = deed;
    // biome-ignore lint/suspicious/noDebugger: The watching thread reads the stack here.
    debugger;
    return original.apply(this, args);
  };
}

stopAt(fs.promises, "rename", "rename");
stopAt(fs, "renameSync", "rename");
syncBuiltinESMExports();
const engine = createRequire(process.env.SLUICE_MODULES)("@ast-grep/napi");
stopAt(engine.SgNode.prototype, "findAll", "match");
for (const language of Object.values(engine))
  if (typeof language?.findInFiles === "function") stopAt(language, "findInFiles", "match");

const watcher = new Worker(new URL("./watching-thread.mjs", import.meta.url), {
  workerData: { modules: process.env.SLUICE_MODULES, output: process.env.SLUICE_WAY },
  execArgv: [],
});
await new Promise((resolve) => watcher.once("message", resolve));
// Loading makes so many promises that the debugger would forget where a way began.
for (const name of JSON.parse(process.env.SLUICE_PRELOADED))
  await import(new URL(name, process.env.SLUICE_MODULES).href);
watcher.postMessage("loaded");
await new Promise((resolve) => watcher.once("message", resolve));
watcher.unref();
