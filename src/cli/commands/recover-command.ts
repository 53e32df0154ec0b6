import { prettyRecovery } from "../../report/pretty-recovery.ts";
import { LOCK_OPTIONS } from "../options.ts";
import { pastWorld } from "../past-world.ts";
import {
  type Command,
  lockTimeout,
  PRODUCT_FORMAT_OPTION,
  productFormat,
  rootOption,
} from "./command.ts";

/** `sluice recover`: finish or roll back what a crash left. */
export const recoverCommand: Command = {
  usage: "recover",
  summary: "Finish or roll back what killed runs left half done",
  options: { ...LOCK_OPTIONS, ...PRODUCT_FORMAT_OPTION },
  examples: [["sluice recover", "Put the tree in order, and tell what was done"]],
  async run(raw, surroundings) {
    const { cwd, stdout } = surroundings;
    const format = productFormat(raw);
    const root = rootOption(raw, cwd);
    const request = { root, lockTimeout: lockTimeout(raw) };
    const { recover } = await import("../../run/recover.ts");
    const recovery = await recover(request, pastWorld(raw, surroundings));
    stdout.write(
      format === "json" ? `${JSON.stringify(recovery, null, 2)}\n` : prettyRecovery(recovery),
    );
    return recovery.exitCode;
  },
};
