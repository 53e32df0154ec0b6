import type { FormatParams } from "../../model/recipe/format-params.ts";
import { pathsMatching } from "../../shared/paths/paths-matching.ts";
import type { ChangeToFormat, Formatter } from "./formatter-shapes.ts";
import { type FormattingMeans, OneFormatter, type Outcomes } from "./one-formatter.ts";

/** The formatters of a step, and their means. */
export interface Formatting extends FormattingMeans {
  /** The first whose paths have a file formats it. */
  readonly formatters: readonly FormatParams[];
}

/** Creates the formatter of one call. What it returns depends on the texts alone, not on the order of the starts. */
export function createFormatter(formatting: Formatting): Formatter {
  const { formatters } = formatting;
  return {
    async format(changes) {
      const outcomes: Outcomes = new Map();
      const isChanged = ({ before, after }: ChangeToFormat) =>
        after !== before && after.trim() !== "";
      const left = new Set(changes.filter(isChanged));
      for (const params of formatters) {
        const own = filesOf(params, left);
        for (const change of own) left.delete(change);
        if (own.length === 0) continue;
        for (const [change, outcome] of await formatWith(params, own, formatting))
          outcomes.set(change, outcome);
      }
      return changes.map((change) => outcomes.get(change) ?? { kind: "done", text: change.after });
    },
  };
}

/** Returns the changes of files that a formatter is meant for. */
function filesOf(
  { paths }: FormatParams,
  changes: ReadonlySet<ChangeToFormat>,
): readonly ChangeToFormat[] {
  const all = [...changes];
  const meant = new Set(
    pathsMatching(
      paths,
      all.map(({ path }) => path),
    ),
  );
  return all.filter(({ path }) => meant.has(path));
}

async function formatWith(
  params: FormatParams,
  changes: readonly ChangeToFormat[],
  formatting: Formatting,
): Promise<Outcomes> {
  const formatter = new OneFormatter(params, formatting);
  try {
    return await formatter.format(changes);
  } finally {
    await formatter.close();
  }
}
