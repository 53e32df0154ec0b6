import { createEditDiffs, type DiffOfEdits, diffOfEdits } from "../edit/text/diff-of-edits.ts";
import { sha256 } from "../shared/sha256.ts";
import { editText, findDiffFault, type TextFault } from "./make-text.ts";
import type { PlannedAction, PlannedFile } from "./plan.ts";

/** The edits of many actions that are one write of one file. All of them count in the text before it. */
export class JointEdits {
  /** The first of the actions. */
  readonly action: PlannedAction;
  readonly path: string;
  readonly preHash: string | null;
  readonly postHash: string | null;
  readonly #before: string;
  readonly #edits: PlannedFile["edits"][number][] = [];
  readonly #diffOf: (edit: PlannedFile["edits"][number]) => DiffOfEdits;

  constructor({ path, preHash, postHash }: PlannedFile, action: PlannedAction, before: string) {
    this.action = action;
    this.path = path;
    this.preHash = preHash;
    this.postHash = postHash;
    this.#before = before;
    this.#diffOf = createEditDiffs(path, before);
  }

  /** True if a file of a later action belongs to this write. */
  takes({ isJoint, preHash, postHash }: PlannedFile): boolean {
    return isJoint === true && preHash === this.preHash && postHash === this.postHash;
  }

  /** Adds the edits of an action, after a comparison of its diff. */
  add(file: PlannedFile): TextFault | undefined {
    const { edits, mode } = file;
    if ((edits.at(-1)?.end ?? 0) > this.#before.length)
      return { fault: "an edit is beyond the end of the file." };
    for (const edit of edits) this.#edits.push(edit);
    return findDiffFault(file, this.#diffOfAll(edits, mode));
  }

  /** Makes the text of all edits, and its hash. */
  make(): { readonly text: string; readonly hash: string } | TextFault {
    const edits = this.#edits.sort((a, b) => a.start - b.start || a.end - b.end);
    if (edits.some(({ start }, at) => start < (edits[at - 1]?.end ?? 0)))
      return { fault: "its edits overlap those of another action." };
    const text = editText(this.#before, edits);
    return typeof text === "object" ? text : { text, hash: sha256(text) };
  }

  #diffOfAll(edits: PlannedFile["edits"], mode: PlannedFile["mode"]): DiffOfEdits {
    const [only, ...others] = edits;
    if (only !== undefined && others.length === 0 && mode === undefined) return this.#diffOf(only);
    const after = editText(this.#before, edits);
    const text = typeof after === "object" ? this.#before : after;
    return diffOfEdits(this.path, this.#before, text, edits, mode);
  }
}
