import { describe, it } from "vitest";
import { expectSameTrees, REAL_CODE_PAIRS } from "../support/real-code.ts";

describe("sluice run over rxjs and zod leaves the tree that ast-grep run -U leaves", () => {
  it.each(REAL_CODE_PAIRS)("%s → %s", expectSameTrees);
});
