import { createRequire } from "node:module";
import type * as api from "../../../../src/index.ts";

const load = createRequire(import.meta.url);

/** The library as a user gets it: the built one, by the name of the package. */
export const sluice: typeof api = load("sluice");
