import type { PageData } from "../../../model/page/page-data.ts";
import { FactList } from "../pieces/fact-list.tsx";
import { Section } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";

/** What the run was asked for, and what it was allowed. */
export function Configuration({ data }: { readonly data: PageData }) {
  const { policy, trust, ci, selection } = data;
  const facts: readonly (readonly [string, string] | undefined)[] = [
    ["Policy", policyText(policy)],
    ["Trust", trustText(trust)],
    ci && ["CI", ciText(ci)],
    selection && ["Selection", selectionText(selection)],
  ];
  return (
    <Section title="Configuration">
      <FactList facts={facts.filter((fact) => fact !== undefined)} />
    </Section>
  );
}

function policyText(policy: PageData["policy"]): string {
  if (policy === null) return "none";
  return policy.builtIn ? `${policy.source} (built in)` : policy.source;
}

function trustText(trust: PageData["trust"]): string {
  if (trust === null) return "not known";
  return trust.base === null ? trust.mode : `${trust.mode}, base ${trust.base.slice(0, 10)}`;
}

function ciText(ci: NonNullable<PageData["ci"]>): string {
  return Object.entries(ci)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

function selectionText({ fileCount, ...limits }: NonNullable<PageData["selection"]>): string {
  const parts = Object.entries(limits).map(([name, value]) => `${name} ${valueText(value)}`);
  return [counted(fileCount, "file"), ...parts].join("\n");
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
