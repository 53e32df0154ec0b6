import type { KnownGlobals } from "../findings/written-name.ts";
import { isBuiltin } from "./builtins.ts";

/** The names that every module of Python has. */
export const PYTHON_GLOBALS: KnownGlobals = { has: isBuiltin, isBuiltIn: isBuiltin };
