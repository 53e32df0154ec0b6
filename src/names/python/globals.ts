import type { KnownGlobals } from "../findings/compare-names.ts";
import { isBuiltin } from "./builtins.ts";

/** The names that every module of Python has. */
export const PYTHON_GLOBALS: KnownGlobals = { has: isBuiltin, isBuiltIn: isBuiltin };
