import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { CustomToolFactory } from "sluice";

/** Renames files: looks and says what it would do; what the policy then applies is done in `apply`. */
const factory: CustomToolFactory = (pi) => ({
  name: "batch_rename_preview",
  label: "Batch Rename Preview",
  description: "Prepares the renaming of files from one ending to another.",
  parameters: pi.zod.strictObject({
    files: pi.zod.array(pi.zod.string()).min(1),
    to: pi.zod.string().regex(/^\.\w+$/, "must be an ending: .mts"),
  }),
  async execute(_toolCallId, params) {
    const renames = params.files.map((from: string) => [from, from.replace(/\.\w+$/, params.to)]);
    pi.pushPendingAction({
      label: `Batch rename: ${renames.length} files to ${params.to}`,
      sourceToolName: "batch_rename_preview",
      // What the policy looks at: every path that changes.
      details: { files: renames.flat(), renames },
      async apply(reason) {
        for (const [from, to] of renames) await rename(join(pi.cwd, from), join(pi.cwd, to));
        return `Renamed ${renames.length} files. Reason: ${reason}`;
      },
      reject: (reason) => `Left ${renames.length} files as they are. Reason: ${reason}`,
    });
    return `Prepared the renaming of ${renames.length} files. Call resolve to apply or discard.`;
  },
});

export default factory;
