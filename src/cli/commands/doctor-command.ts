import { resolve } from "node:path";
import picocolors from "picocolors";
import { findReportFault } from "../../command/with-project.ts";
import { exitOf } from "../../model/exit-code.ts";
import { prettyFindings } from "../../report/pretty-findings.ts";
import { fieldsOf } from "../../request/options/request-fields.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { timeLimitOf } from "../time-limit-of.ts";
import { usageError } from "../usage-error.ts";
import { wantsColor } from "../wants-color.ts";
import { productCommand } from "./command.ts";

/** `sluice doctor`: what a run needs, and what to do about what is missing. */
export const doctorCommand = productCommand({
  name: "doctor",
  words: "",
  summary:
    "Look at all that a run needs, with a remedy for what is missing; exit with 1 if something is broken, with 2 without the engine",
  examples: [
    ["sluice doctor", "Node, git, the engine, languages, policy, recipes, trust, state, hooks"],
    ["sluice doctor --quiet", "Only what is not in order"],
  ],
  async run(options, _words, world) {
    const { format, color, quiet, root = ".", packages, timeout } = options;
    const { examine, lacksEngine } = await import("../../author/examine.ts");
    const { packageFolderFaults } = await import("../../config/sources/callers-packages.ts");
    const { findRootFault } = await import("../../tree/find-root-fault.ts");
    const limit = timeLimitOf(timeout, world);
    const asked = fieldsOf("doctor", options);
    const request = { ...asked, root: resolve(world.cwd, root), findReportFault };
    const fault = await findRootFault(request.root);
    const [first = fault] = packageFolderFaults({ packages, cwd: world.cwd });
    if (first !== undefined) throw usageError(first.message, first.hint);
    const findings = await examine(request, world, limit.signal);
    const failed = findings.some(({ state }) => state === "broken");
    const exit = exitOf({ failed, invalid: findings.some(lacksEngine), ...limit.findings() });
    const colors = picocolors.createColors(wantsColor(color, world, world.stdout));
    const product = { formatVersion: "1.0", ...exit, findings };
    world.stdout.write(
      format === "json"
        ? `${jsonText(product, 2)}\n`
        : prettyFindings(findings, { onlyFaults: quiet, colors }),
    );
    return exit.exitCode;
  },
});
