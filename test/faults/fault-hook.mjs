// Loaded before Sluice (`node --import`). Kills the process at the point with the number FAULT_AT.
import { writeSync } from "node:fs";

const at = Number(process.env.FAULT_AT ?? 0);
let count = 0;

globalThis[Symbol.for("sluice.fault-point")] = () => {
  count += 1;
  if (count === 1 && process.env.FAULT_NOTIFY === "1") writeSync(3, "x"); // The test waits for the first point.
  if (count === at) process.kill(process.pid, "SIGKILL");
};

process.on("exit", () => {
  if (process.env.FAULT_COUNT === "1") writeSync(3, `${count}`);
});
