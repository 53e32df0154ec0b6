import type { PageData } from "../../../src/model/page/page-data.ts";
import { Path } from "../pieces/text.tsx";

/** The file and line of a guard or a rule; nothing if it stands in no file. */
export function RulePlace(props: { readonly rule: string; readonly policy: PageData["policy"] }) {
  const place = props.policy?.rules?.find(({ id }) => id === props.rule);
  if (place === undefined) return null;
  return (
    <span class="faint">
      <Path>{`${place.path}:${place.line}`}</Path>
    </span>
  );
}
