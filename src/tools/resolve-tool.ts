import { z } from "zod";
import { copyOfExtra, extraFault } from "../resolve/resolve-extra.ts";
import { type ResolveRequest, resolvePending } from "../resolve/resolve-pending.ts";
import type { Session } from "../resolve/session.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { once } from "../shared/once.ts";
import { zodParameters } from "./parameters.ts";
import type { Tool } from "./tool.ts";

const requestSchema = once(() =>
  z
    .strictObject({
      action: z.enum(["apply", "discard"]),
      reason: z
        .string()
        .refine((reason) => reason.trim() !== "", "must be a sentence, and is empty"),
      extra: z
        .record(z.string(), z.unknown())
        .superRefine((extra, { addIssue }) => {
          const message = extraFault(extra);
          if (message !== undefined) addIssue({ code: "custom", message });
        })
        .optional(),
      id: z.string().optional().describe("One of several pending actions; default: the next"),
    })
    .transform(
      ({ action, reason, extra, id }): ResolveRequest => ({
        action,
        reason,
        ...definedOnly({ extra: extra && copyOfExtra(extra), id }),
      }),
    ),
);

/** The hidden tool that ends a pending action of a session (R1, R18). */
export function createResolveTool(session: Session): Tool<ResolveRequest> {
  return {
    name: "resolve",
    description: [
      "Ends a pending action: apply writes what was previewed, discard leaves the files as they are.",
      "A reason is required.",
    ].join(" "),
    parameters: zodParameters(requestSchema),
    isHidden: true,
    queuesPreviews: false,
    execute: (request) => resolvePending(session, request),
  };
}
