import { didYouMean } from "../../shared/closest-name.ts";
import type { OptionValue } from "../../shared/option-value.ts";

/** A report about tests in a file. */
export interface TestReport {
  readonly format: "junit";
  /** As the user wrote it: relative to the working directory, or absolute. */
  readonly path: string;
}

const FORMAT = "junit";

/** Reads `junit` or `junit=PATH`, each path once. */
export function parseTestReports(values: readonly string[]): OptionValue<readonly TestReport[]> {
  const reports: TestReport[] = [];
  for (const text of values) {
    const [name = "", ...rest] = text.split("=");
    if (name !== FORMAT) {
      const hint = `${didYouMean(name, [FORMAT])} The format is ${FORMAT}.`.trimStart();
      return { fault: `unknown format \`${name}\`.`, hint };
    }
    const path = rest.join("=") || "sluice-junit.xml";
    if (reports.some((report) => report.path === path))
      return { fault: `two reports go to ${path}.`, hint: "Name it once." };
    reports.push({ format: FORMAT, path });
  }
  return { value: reports };
}
