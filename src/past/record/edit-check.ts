import { JointEdits } from "../../plan-file/joint-edits.ts";
import { makeText } from "../../plan-file/make-text.ts";
import type { PlannedAction, PlannedFile } from "../../plan-file/plan.ts";

/** Checks that the edits of actions make what the actions show: a file that is kept may have been changed. */
export class EditCheck {
  readonly #joint = new Map<string, JointEdits>();

  /** Returns a fault, in words that follow the file; `before` is undefined for a new file. */
  faultOf(
    action: PlannedAction,
    file: PlannedFile,
    before: string | undefined,
  ): string | undefined {
    if (file.isJoint !== true) {
      const made = makeText(file, before);
      return "fault" in made ? made.fault : undefined;
    }
    const key = `${file.preHash} ${file.postHash} ${file.path}`;
    const known = this.#joint.get(key);
    const joint = known ?? new JointEdits(file, action, before ?? "");
    if (known === undefined) this.#joint.set(key, joint);
    return joint.add(file)?.fault;
  }
}
