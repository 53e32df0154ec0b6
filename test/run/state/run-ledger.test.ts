import { expect, it } from "vitest";
import { RunLedger } from "../../../src/run/state/run-ledger.ts";

it("keeps the name of a file with a line end in one line of an alert", () => {
  const told: string[] = [];
  const ledger = new RunLedger((event) => {
    if (event.type === "alert") told.push(event.alert.message);
  });
  const path = "src/a\n::error::fake.js";
  ledger.alert({ level: "warn", code: "loss", message: `${path}: a comment is lost.`, path });
  expect(told).toEqual(["src/a\uFFFD::error::fake.js: a comment is lost."]);
  expect(ledger.alerts[0]?.path).toBe(path);
});
