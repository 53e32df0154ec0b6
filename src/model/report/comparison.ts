import type { z } from "zod";
import type { comparisonSchema } from "./comparison-schema.ts";
import type { DeepReadonly } from "./report.ts";

/** The differences between two reports; the product of `sluice report --compare --format json`. */
export type Comparison = DeepReadonly<z.infer<typeof comparisonSchema>>;

/** An action of one of the two reports, in short. */
export type ComparedAction = Comparison["new"][number];

/** An action that both have, and that ended or was decided differently. */
export type ChangedAction = Comparison["changed"][number];
