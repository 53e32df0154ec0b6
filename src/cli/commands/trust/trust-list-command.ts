import { resolve } from "node:path";
import { exitOf } from "../../../model/exit-code.ts";
import { terminalLine } from "../../../report/terminal-text.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import { usageError } from "../../usage-error.ts";
import { productCommand } from "../command.ts";

/** `sluice trust list`: what was accepted, in all trees. */
export const trustListCommand = productCommand({
  name: "trust list",
  words: "",
  summary: "List what you have accepted, in all trees",
  examples: [["sluice trust list", "Files and repositories"]],
  async run({ format, root = "." }, _words, world) {
    const { listTrust } = await import("../../../author/trust/list-trust.ts");
    const read = listTrust(resolve(world.cwd, root), world);
    if ("fault" in read) throw usageError(read.fault);
    const { files, repositories } = read.accepted;
    const exit = exitOf({});
    const lines = [
      ...repositories.map((one) => `${one.root}  every policy (--repository)`),
      ...files.map((one) => `${one.root}  ${one.file}`),
    ];
    const text =
      lines.length === 0
        ? "Nothing is accepted."
        : [...new Set(lines)].map(terminalLine).join("\n");
    world.stdout.write(
      format === "json"
        ? `${jsonText({ formatVersion: "1.0", ...exit, files, repositories }, 2)}\n`
        : `${text}\n`,
    );
    return exit.exitCode;
  },
});
