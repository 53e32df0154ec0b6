import { expect, it } from "vitest";
import { textResult } from "../../src/model/tool.ts";
import { queueResolveHandler } from "../../src/resolve/queue-resolve-handler.ts";
import { resolvePending } from "../../src/resolve/resolve-pending.ts";
import { createSession } from "../../src/resolve/session.ts";

it.each([
  ["queue", "named"],
  ["stack", "named"],
  ["stack", "none"],
] as const)(
  "20,000 pending actions as a %s, with %s choices, take time for each only, and not for all the others",
  async (order, toolChoices) => {
    const session = createSession({ order, toolChoices });
    const apply = async () => textResult("");
    for (let index = 0; index < 20_000; index += 1)
      queueResolveHandler(session, { id: `${index}`, label: "l", sourceToolName: "t", apply });
    for (let left = 20_000; left > 0; left -= 1)
      await resolvePending(session, { action: "apply", reason: "r" });
    expect(session.pending.hasPending).toBe(false);
  },
  10_000, // With a look at all others each time it takes far longer.
);
