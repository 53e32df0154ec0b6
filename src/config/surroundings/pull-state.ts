import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { Environment } from "../../model/world.ts";
import type { CiPullState } from "../../shared/ci/ci-systems.ts";

/** The longest name that is read, in UTF-16 code units, and the most labels. */
const MOST = { name: 1000, labels: 1000 };

/** Returns a name that is there and not endless. */
export function boundedName(text: string | undefined): string | undefined {
  return text && text.length <= MOST.name ? text : undefined;
}

/** Returns the labels of a pull request, and if it is a draft, if variables tell. Returns nothing without its title. */
export function pullStateIn(
  env: Environment,
  { title, labels, draft }: CiPullState,
): Pick<CiFacts, "labels" | "draft"> {
  const text = env[title];
  if (!text) return {};
  const [names, isDraft] = [labelsIn(env[labels]), draftIn(env[draft], text)];
  return {
    ...(names === undefined ? {} : { labels: names }),
    ...(isDraft === undefined ? {} : { draft: isDraft }),
  };
}

/** `a,b` → both. Undefined if one of them can be no label: a rule may ask that a label is not there. */
function labelsIn(text = ""): readonly string[] | undefined {
  if (text === "") return [];
  const names = text.split(",", MOST.labels + 1);
  const isLabel = (name: string) => boundedName(name) !== undefined && name === name.trim();
  return names.length <= MOST.labels && names.every(isLabel) ? names : undefined;
}

/** The beginnings of titles of drafts; and those that only some versions of GitLab take for one. */
const DRAFT = /^\s*(?:\[draft\]|\(draft\)|draft:)/i;
const PERHAPS_DRAFT = /^\s*[[(]?(?:draft|wip)\b/i;

/** A title tells only if no variable does. */
function draftIn(flag: string | undefined, title: string): boolean | undefined {
  if (flag) return flag === "true" ? true : flag === "false" ? false : undefined;
  if (DRAFT.test(title)) return true;
  return PERHAPS_DRAFT.test(title) ? undefined : false;
}
