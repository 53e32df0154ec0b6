import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Tests that start many processes, most of them git. */
const STARTS_PROCESSES =
  /\/test\/(api|cli|command|config|files|git|run\/commits|shared\/process|support|tree)\//;

/** Tests that start processes come first of each project: the larger a process is, the slower it is to start others. */
export class SmallProcessFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      const first = own.filter(({ moduleId }) => STARTS_PROCESSES.test(moduleId));
      return [...first, ...own.filter((file) => !first.includes(file))];
    });
  }
}
