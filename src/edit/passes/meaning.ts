import { findRegrouped } from "../grouping/find-regrouped.ts";
import { parenthesize } from "../grouping/parenthesize.ts";
import { movedEdit } from "../grouping/placed-edit.ts";
import { placedEditOf, slotsOf } from "../grouping/placed-edit-of.ts";
import { isPlainEdit } from "../grouping/plain-edits.ts";
import { countNewScriptErrors } from "./new-script-errors.ts";
import type { Meaning } from "./ready-meaning.ts";

/** The functions that judge how results are read. */
export const MEANING: Meaning = {
  countNewScriptErrors,
  findRegrouped,
  isPlainEdit,
  movedEdit,
  parenthesize,
  placedEditOf,
  slotsOf,
};
