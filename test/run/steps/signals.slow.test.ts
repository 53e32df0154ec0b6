import { describe, expect, it } from "vitest";
import { makeFaultTree } from "../../faults/fault-tree.ts";
import { findBrokenBySignals, type SentSignals } from "../../faults/signals.ts";

describe("a run that writes", () => {
  it.each<SentSignals>([{ signals: ["SIGHUP", "SIGINT", "SIGTERM"], after: 60, apart: 0 }])(
    "that is sent $signals ends by itself, with the tree whole and no lock",
    async (sent) => {
      const tree = await makeFaultTree({ files: 60, actions: 60, transaction: "action" });
      expect((await findBrokenBySignals(tree, sent)).violations).toEqual([]);
    },
  );
});
