import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";
import { ROOMS } from "./tiers.ts";

/** Folders whose tests start many processes, most of them git. */
const STARTS_MANY = "api|cli|command|config|files|git|run/commits|shared/process|support|tree";

/** Folders whose tests are whole runs: each starts git. The others make the process large. */
const RUNS = ["action", "docs", "e2e", "hostile", "integration", ...ROOMS].join("|");

const ORDER = [STARTS_MANY, RUNS].map((folders) => new RegExp(`/test/(${folders})/`));

/** Begins with the tests that start processes: the larger a process is, the slower it is to start others. */
class SmallProcessFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isolated = sorted.filter(({ project }) => project.config.isolate);
    const shared = sorted.filter((file) => !isolated.includes(file));
    return [...isolated, ...shared.sort((one, other) => rankOf(one) - rankOf(other))];
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = ORDER.findIndex((folders) => folders.test(moduleId));
  return rank === -1 ? ORDER.length : rank;
}

/** The order of a tier, unless the command line asks for a random one. */
export const SEQUENCE = process.argv.some((word) => word.startsWith("--sequence.shuffle"))
  ? {}
  : { sequencer: SmallProcessFirst };
