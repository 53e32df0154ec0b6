import type { OpProblem } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { Language } from "../language/language.ts";
import { type BoundNames, unite } from "./bound-names.ts";
import { buildSearch } from "./build-search.ts";
import { checkAtoms } from "./check-atoms.ts";
import type { Expansion } from "./compiled-op.ts";
import type { LocalUtils } from "./local-utils.ts";
import { readRelation } from "./rule-atoms.ts";
import type { FieldPath } from "./written-keys.ts";

/** What an expansion may refer to. */
interface ExpansionSurroundings {
  readonly language: Language;
  readonly utils: LocalUtils;
}

/** Reads `expandStart` or `expandEnd`: a rule with `stopBy`. `bound` are the names that the match has. */
export function compileExpansion(
  written: unknown,
  path: FieldPath,
  bound: BoundNames,
  { language, utils }: ExpansionSurroundings,
): { readonly expansion?: Expansion; readonly problems: readonly OpProblem[] } {
  if (written === undefined) return { problems: [] };
  const { atoms, problems } = readRelation(written, path);
  const checked = checkAtoms(atoms, language, utils.ids);
  const all = [...problems, ...checked.problems];
  if (!isRecord(written) || all.length > 0 || !utils.isSound) return { problems: all };
  const names = unite(checked.names, utils.namesReached(atoms));
  const many = names.many.find((name) => bound.many.includes(name));
  if (many !== undefined) {
    const message = `\`$$$${many}\` is bound by the match already`;
    return { problems: [{ code: "invalid-rule", field: path, message }] };
  }
  const { stopBy = "neighbor", field: _field, ...rule } = written; // ast-grep reads `field` and drops it
  const build = (part: unknown) =>
    buildSearch(
      {
        ...{ rule: part, path, needsKinds: false },
        ...{ utils: utils.rules, globalUtils: utils.globals },
      },
      language,
    );
  const search = build(rule);
  const stop = isRecord(stopBy) ? build(stopBy) : stopBy === "end" ? "end" : "neighbor";
  if ("code" in search) return { problems: [search] };
  if (typeof stop === "object" && "code" in stop) return { problems: [stop] };
  const sharedNames = names.single.filter((name) => bound.single.includes(name));
  return { expansion: { search, stopBy: stop, sharedNames }, problems: [] };
}
