import { describe, it } from "vitest";
import { expectSameTrees, REAL_CODE_PAIRS } from "../support/real-code.ts";

describe("sluice run over a part of rxjs leaves the tree that ast-grep run -U leaves", () => {
  // More of it is in the slow tier, and all in `npm run test:differential`.
  it.each(REAL_CODE_PAIRS.slice(3, 4))("%s → %s", (pat, out) =>
    expectSameTrees(pat, out, ["rxjs/src/internal/observable"]),
  );
});
