import { resolve } from "node:path";
import { prettyRecovery } from "../../report/past/pretty-recovery.ts";
import { fieldsOf } from "../../request/options/request-fields.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { pastWorld } from "../past-world.ts";
import { productCommand } from "./command.ts";

/** `sluice recover`: finish or roll back what a crash left. */
export const recoverCommand = productCommand({
  name: "recover",
  words: "",
  summary: "Finish or roll back what killed runs left half done",
  examples: [["sluice recover", "Put the tree in order, and show what was done"]],
  async run(options, _words, world) {
    const { format, root = "." } = options;
    const { recover } = await import("../../past/recover.ts");
    const request = { ...fieldsOf("recover", options), root: resolve(world.cwd, root) };
    const recovery = await recover(request, pastWorld(options, world));
    const text = format === "json" ? `${jsonText(recovery, 2)}\n` : prettyRecovery(recovery);
    world.stdout.write(text);
    return recovery.exitCode;
  },
});
