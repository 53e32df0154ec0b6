import type { Consent } from "../../model/trust.ts";
import { ConfigReader } from "./config-reader.ts";
import { WorkTreeFiles } from "./work-tree-files.ts";

/** A request as far as it says what is trusted. */
export interface TrustRequest extends Pick<Consent, "trust" | "base"> {
  /** Absolute. */
  readonly root: string;
}

/** The world as far as files that configure Sluice are found in it. */
export interface SourceWorld {
  readonly cwd: string;
  readonly shippedRecipes: string;
}

/** Opens the files that may configure a run. */
export function openSources(
  { root }: TrustRequest,
  { cwd, shippedRecipes: shipped }: SourceWorld,
): ConfigReader {
  const tree = new WorkTreeFiles(root);
  return new ConfigReader({ root, cwd, shipped, trust: { mode: "all", base: null }, tree });
}
