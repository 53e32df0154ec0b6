import type { ProductFile } from "../../command/write-products.ts";

/** The reports in files, and what shows the one on standard output. */
export interface MadeReports {
  readonly files: readonly ProductFile[];
  show(): Promise<void>;
  readonly exitCode: number;
}
