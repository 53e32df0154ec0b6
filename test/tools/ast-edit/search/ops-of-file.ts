import type { OpsOfFile } from "../../../../src/tools/ast-edit/search/search-shapes.ts";

/** Returns ops that may match in every text, of which nothing is remembered. */
export function opsOfFile(more: Partial<OpsOfFile> = {}): OpsOfFile {
  return {
    ops: [],
    key: "",
    mayMatch: () => true,
    texts: undefined,
    isStackHungry: false,
    nativeSearch: undefined,
    nativePass: undefined,
    misses: undefined,
    findings: undefined,
    ...more,
  };
}
