import { javaImports } from "../../names/java/java-imports.ts";
import { once } from "../../shared/once.ts";
import { parseText } from "../engine/engine.ts";
import { dottedName, importOfMember, membersAfter } from "./dotted-names.ts";
import type { NamedCode, NameWays } from "./name-ways.ts";

/** Java: a name that is taken is written whole, and those of the package itself and of `java.lang` need no import. */
export function javaWays({ code }: NamedCode): NameWays {
  const packageName = once(() => javaImports(parseText(code, "java")).packageName);
  return {
    membersTo: ({ origin, kind }, meant) =>
      kind === "import" && origin !== undefined ? membersAfter(origin, meant)[0] : undefined,
    bring: (name, meant, isTaken) => {
      const [from = ""] = meant.from;
      const full = dottedName(from, meant.export);
      const module = full.slice(0, full.lastIndexOf("."));
      const last = full.slice(full.lastIndexOf(".") + 1);
      // Java has no aliases.
      if (last !== name || isTaken(name)) return { text: full, add: undefined };
      const isThere = module === packageName() || module === "java.lang";
      return { text: name, add: isThere ? undefined : importOfMember(meant, name) };
    },
  };
}
