// The debugger of the main thread: notes the first way to each deed, and the modules that are loaded.
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";

/** More than any way is long. */
const DEPTH = 500;

const { modules, output } = workerData;
const session = new Session();
const found = { modules: [] };
const urls = new Map();
parentPort.on("message", () =>
  session.post("Debugger.setAsyncCallStackDepth", { maxDepth: DEPTH }, tellReady),
);
session.connectToMainThread();
session.on("Debugger.scriptParsed", ({ params: { scriptId, url } }) => {
  urls.set(scriptId, url);
  if (url.startsWith(modules)) found.modules.push(url.slice(modules.length));
});
session.on("Debugger.paused", ({ params: { callFrames, asyncStackTrace } }) => {
  const way = wayOf(callFrames, asyncStackTrace);
  session.post(
    "Runtime.evaluate",
    { expression: "globalThis.sluiceDeed", returnByValue: true },
    (_, { result }) => {
      if (!way.some(isCompiling)) found[result.value] ??= way;
      writeFileSync(output, JSON.stringify(found));
      session.post("Debugger.resume");
    },
  );
});
session.post("Debugger.enable", {}, tellReady);

function tellReady() {
  parentPort.postMessage("ready");
}

/** Returns the frames of own functions, from the deed outwards. */
function wayOf(callFrames, asyncStackTrace) {
  const stack = callFrames.map(({ functionName, location }) => ({
    functionName,
    url: urls.get(location.scriptId),
  }));
  for (let trace = asyncStackTrace; trace !== undefined; trace = trace.parent)
    stack.push(...trace.callFrames);
  return stack
    .filter(({ url }) => url?.startsWith(modules))
    .map(({ functionName, url }) => `${url.slice(modules.length)} ${functionName}`);
}

/** An op is tried on a text of its own when it is compiled. */
function isCompiling(frame) {
  return frame.startsWith("edit/compile/");
}
