import { createHash } from "node:crypto";
import type { FileChange } from "../../model/action/preview.ts";
import type { TextEdit } from "../../model/edit.ts";
import type { TextStore } from "../../model/text-store.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import type { EditResult } from "../../tools/ast-edit/search/call-environment.ts";
import { spillChange } from "../../tools/changes/spilled-change.ts";

/** The results of edits on texts, as the shards state them: each has the hash of its text and of its result. */
export class KnownResults {
  readonly #known = new Map<string, EditResult>();

  /** Adds what an action has written on a text that others had changed before it. */
  add(written: FileChange, texts: TextStore): void {
    const key = keyOf(written.path, written.preHash, written.edits);
    this.#known.set(key, spillChange(written, texts));
  }

  /** Adds changes of one call of which those in one file were written together. */
  addJoint(changes: readonly FileChange[], texts: TextStore): void {
    const writes = new Map<string, FileChange[]>();
    for (const change of changes) {
      this.add(change, texts);
      addTo(writes, JSON.stringify([change.path, change.preHash, change.postHash]), change);
    }
    for (const together of writes.values()) {
      const edits = together.flatMap((change) => change.edits);
      const [first] = together;
      if (first === undefined || together.length === 1) continue;
      edits.sort((a, b) => a.start - b.start || a.end - b.end);
      this.#known.set(keyOf(first.path, first.preHash, edits), spillChange(first, texts));
    }
  }

  of(path: string, hash: string | null, edits: readonly TextEdit[]): EditResult | undefined {
    return this.#known.size === 0 ? undefined : this.#known.get(keyOf(path, hash, edits));
  }
}

function keyOf(path: string, hash: string | null, edits: readonly TextEdit[]): string {
  const digest = createHash("sha256").update(JSON.stringify([path, hash]));
  for (const { start, end, text } of edits) digest.update(JSON.stringify([start, end, text]));
  return digest.digest("base64url");
}
