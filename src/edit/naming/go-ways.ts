import { packageOf } from "../../names/go/go-imports.ts";
import { membersAfter } from "./dotted-names.ts";
import { freshName, type NameWays } from "./name-ways.ts";

/** Go: what a package exports is always a member of it. */
export function goWays(): NameWays {
  return {
    membersTo: ({ origin, kind }, meant) =>
      kind === "import" && origin !== undefined ? membersAfter(origin, meant)[0] : undefined,
    bring: (name, meant, isTaken) => {
      const [from = ""] = meant.from;
      const isWhole = meant.export === "*";
      const local = freshName(isWhole ? name : (packageOf(from) ?? name), isTaken);
      const text = isWhole ? local : `${local}.${meant.export}`;
      return { text, add: { from, namespace: local, names: [], type: false } };
    },
  };
}
