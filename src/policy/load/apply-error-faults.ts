import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Policy } from "../../model/policy.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import type { WrittenPolicy } from "./policy-schema.ts";

/** The parts of a policy file that say what becomes of an apply that fails. */
interface WrittenFile {
  readonly written: WrittenPolicy;
  readonly source: YamlSource;
}

/**
 * Reports `onApplyError` where nothing is applied by itself: it would have no effect. The transaction is that of the
 * policy that is put together from the files.
 */
export function idleApplyErrors(
  files: readonly WrittenFile[],
  transaction: Policy["transaction"],
): readonly Diagnostic[] {
  return files.flatMap((file) => faultsOf(file, transaction === "run"));
}

function faultsOf({ written, source }: WrittenFile, isWhole: boolean): readonly Diagnostic[] {
  const report = (at: YamlPath, message: string) =>
    diagnosticAt(source.placeOf([...at, "onApplyError"]), "invalid-value", message);
  const own = isWhole && written.onApplyError !== undefined ? [report([], WHOLE)] : [];
  const ofRules = (["guards", "rules"] as const).flatMap((list) =>
    (written[list] ?? []).flatMap(({ verdict, onApplyError }, index) => {
      if (onApplyError === undefined) return [];
      if (isWhole) return [report([list, index], WHOLE)];
      if (verdict === "apply") return [];
      return [report([list, index], `\`onApplyError\` has no effect: the verdict is ${verdict}.`)];
    }),
  );
  return [...own, ...ofRules];
}

const WHOLE =
  "`onApplyError` has no effect with `transaction: run`: a run that fails writes nothing.";
