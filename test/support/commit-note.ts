import type { CommitNote } from "../../src/model/workspace.ts";

/** A note for commits whose action does not matter. */
export const NOTE: CommitNote = { id: "0", label: "a test", reason: "A test." };
