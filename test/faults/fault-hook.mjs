// Loaded before Sluice (`node --import`): at the point with the number FAULT_AT the process dies, or the disk fails.
import { writeSync } from "node:fs";

const at = Number(process.env.FAULT_AT ?? 0);
let count = 0;

globalThis[Symbol.for("sluice.fault-point")] = () => {
  count += 1;
  if (count === 1 && process.env.FAULT_TOLD === "1") writeSync(3, "x"); // Somebody waits for the first.
  if (count === at) process.kill(process.pid, "SIGKILL");
};

process.on("exit", () => {
  if (process.env.FAULT_COUNT === "1") writeSync(3, `${count}`);
});
