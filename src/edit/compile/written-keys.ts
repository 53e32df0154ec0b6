import type { WrittenMap } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { engineVersion } from "../../shared/engine-version.ts";

/** A path inside an op. */
export type FieldPath = readonly (string | number)[];

/** Finds the keys of a written map that the format does not have, each as a problem at the key itself. */
export function findUnknownKeys(
  written: WrittenMap,
  known: readonly string[],
  path: FieldPath,
): readonly OpProblem[] {
  return Object.keys(written)
    .filter((key) => !known.includes(key))
    .map((key) => ({
      code: "unknown-key",
      field: [...path, key],
      isAboutKey: true,
      message: `there is no key \`${key}\` here in ast-grep ${engineVersion}`,
      hint: didYouMean(key, known),
    }));
}

/** Describes a value of the wrong type. `what` follows "must be". */
export function mustBe(path: FieldPath, what: string): OpProblem {
  return { code: "invalid-rule", field: path, message: `\`${path.at(-1)}\` must be ${what}` };
}
