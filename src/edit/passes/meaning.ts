import { dialectOf } from "../../syntax/dialect.ts";
import { findRegrouped } from "../grouping/find-regrouped.ts";
import { parenthesize } from "../grouping/parenthesize.ts";
import { movedEdit } from "../grouping/placed-edit.ts";
import { placedEditOf, slotsOf } from "../grouping/placed-edit-of.ts";
import { isPlainEdit } from "../grouping/plain-edits.ts";
import { parseFile } from "../imports/parse-file.ts";
import { createNameSearch } from "../naming/name-search.ts";
import { settleNames } from "../naming/settle-names.ts";
import { findNameFaults, hasReadableNames, type NameReaders, namesOf } from "./name-faults.ts";
import { countNewScriptErrors } from "./new-script-errors.ts";
import type { Part } from "./parts.ts";
import { piecedEditOf } from "./pieced-edit.ts";
import type { Meaning } from "./ready-meaning.ts";

/** Returns the functions that judge how results are read, with the readers of names. */
export function createMeaning(readers: NameReaders): Meaning {
  return {
    countNewScriptErrors,
    findNameFaults: (before, after, edits) => findNameFaults(before, after, { ...edits, readers }),
    findRegrouped,
    isPlainEdit,
    movedEdit,
    parenthesize,
    createNameSearch: (part, op, { path, isDeep, template, locals, claims }) => {
      const code = {
        ...part,
        path,
        template,
        claims,
        ...pageAround(part),
        ...(locals && { locals }),
      };
      return createNameSearch(code, op, {
        namesIn: (text) => (isDeep ? undefined : namesOf(text, part.language, readers)),
        isReadable: (text) => !isDeep && hasReadableNames(text, part.language, readers),
      });
    },
    settleNames: (found, { text, language }) => {
      const names = dialectOf(language) && namesOf(text, language, readers);
      return names && settleNames(found, { ...parseFile(text, language), names });
    },
    piecedEditOf,
    placedEditOf,
    slotsOf,
  };
}

function pageAround({ element }: Part): { readonly page?: () => string } {
  return element ? { page: () => element.getRoot().root().text() } : {};
}
