import { z } from "zod";
import { LIMIT_GROUPS, type PolicyLimits } from "../../model/policy/limits.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { once } from "../../shared/once.ts";

const most = () => z.int().min(0).optional();

const amounts = once(() => ({ maxFiles: most(), maxReplacements: most(), maxLines: most() }));

const namedAmounts = once(() =>
  z.strictObject(amounts()).refine(isNotEmpty, ifWhole("must have a limit, such as `maxFiles`")),
);

/** The limits of a policy, as written. */
export const limitsSchema = once(() =>
  z
    .strictObject({
      ...amounts(),
      onExceed: z.enum(["hold", "discard", "fail"]).optional(),
      each: z
        .strictObject({
          recipe: namedAmounts().optional(),
          rule: namedAmounts().optional(),
          owner: namedAmounts().optional(),
          package: namedAmounts().optional(),
        })
        .refine(isNotEmpty, ifWhole("must have `recipe`, `rule`, `owner` or `package`"))
        .optional(),
    })
    .refine(
      ({ onExceed: _onExceed, ...limits }) => isNotEmpty(limits),
      ifWhole("must have a limit, such as `maxFiles`"),
    ),
);

type WrittenLimits = z.infer<ReturnType<typeof limitsSchema>>;

/** Turns limits as they are written into those that are counted. */
export function normalizeLimits({
  each = {},
  onExceed = "hold",
  ...own
}: WrittenLimits): PolicyLimits {
  const ofGroups = LIMIT_GROUPS.map((group) => [group, each[group] && definedOnly(each[group])]);
  return { ...definedOnly(own), each: definedOnly(Object.fromEntries(ofGroups)), onExceed };
}

/** Unknown keys are a fault of their own, and are not there any more when the map is looked at. */
function ifWhole(error: string) {
  return { error, when: ({ issues }: z.core.ParsePayload) => issues.length === 0 };
}

function isNotEmpty(map: object): boolean {
  return Object.values(map).some((value) => value !== undefined);
}
