import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { PageData } from "../../../model/page/page-data.ts";
import { Alerts, Diagnostics } from "../overview/notices.tsx";
import { More, Path, Section, Text } from "../pieces/text.tsx";
import { numberText } from "../pieces/words.ts";
import type { ViewProps } from "../view-props.ts";
import { Checks } from "./checks.tsx";
import { StepWhys } from "./step-whys.tsx";

/** How the run went: its steps, checks, commits and sources, and what was left alone. */
export function RunView({ data }: ViewProps) {
  const { alerts, diagnostics, steps, checks, commits, sources, skipped, calls } = data;
  const all = Number.POSITIVE_INFINITY;
  return (
    <div class="page">
      {alerts.items.length + diagnostics.items.length > 0 && (
        <Section title="Alerts and diagnostics">
          <Diagnostics data={data} most={all} />
          <Alerts data={data} most={all} />
        </Section>
      )}
      <Configuration data={data} />
      <List title="Steps" list={steps} noun="step" head={["Step", "Outcome", ""]}>
        {(step) => [
          <Text>{`${step.recipe} › ${step.step}`}</Text>,
          step.outcome,
          step.when === undefined ? (
            ""
          ) : (
            <>
              <code>when</code> does not hold: <Text>{step.when}</Text>
            </>
          ),
        ]}
      </List>
      {data.why !== undefined && <StepWhys why={data.why} />}
      <Checks checks={checks} durations={data.run.checkDurationsMs ?? []} />
      <List title="Commits" list={commits} noun="commit" head={["Commit", "Subject", "Files"]}>
        {(commit) => [
          commit.sha === undefined ? "would be made" : <code>{commit.sha.slice(0, 10)}</code>,
          <Text>{commit.subject}</Text>,
          numberText(commit.files.length),
        ]}
      </List>
      <List title="Skipped" list={skipped} noun="file" head={["File", "Reason", "Step"]}>
        {(file) => [
          <Path>{file.path}</Path>,
          <Text>{reasonOf(file)}</Text>,
          <Text>{file.step}</Text>,
        ]}
      </List>
      <List title="Calls" list={calls} noun="call" head={["Tool", "Outcome", "Step"]}>
        {(call) => [
          <Text>{call.tool}</Text>,
          call.outcome,
          <Text>{`${call.recipe} › ${call.step}`}</Text>,
        ]}
      </List>
      <List title="Sources" list={sources} noun="file" head={["File", "Role", "From", "Blob"]}>
        {(source) => [
          <Path>{source.path}</Path>,
          source.role,
          source.origin,
          <code>{source.blobId.slice(0, 10)}</code>,
        ]}
      </List>
    </div>
  );
}

function reasonOf({ why, detail, issues }: PageData["skipped"]["items"][number]): string {
  const [issue] = issues ?? [];
  const place = issue === undefined ? "" : `, first at ${issue.line}:${issue.column}`;
  return `${why}${place}${detail === undefined ? "" : `: ${detail}`}`;
}

/** So many rows stand there at once; the others on demand. */
const ROWS = 100;

/** A table of one of the lists of the report; nothing if the list is empty. */
function List<Item>(props: {
  readonly title: string;
  readonly list: { readonly items: readonly Item[]; readonly more: number };
  readonly noun: string;
  readonly head: readonly string[];
  readonly children: (item: Item) => readonly ComponentChildren[];
}) {
  const { title, list, noun, head, children } = props;
  const [most, setMost] = useState(ROWS);
  if (list.items.length === 0) return null;
  return (
    <Section title={title} count={list.items.length + list.more}>
      <div class="scroll">
        <table class="list">
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.items.slice(0, most).map((item, index) => (
              <tr key={index}>
                {children(item).map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.items.length > most && (
        <button type="button" class="wide" onClick={() => setMost(most + 5 * ROWS)}>
          Show more of {numberText(list.items.length)}
        </button>
      )}
      <More more={list.more} noun={noun} />
    </Section>
  );
}

function Configuration({ data }: { readonly data: PageData }) {
  const { policy, trust, ci, selection } = data;
  const rows: readonly (readonly [string, string])[] = [
    ["Policy", policy === null ? "none" : `${policy.source}${policy.builtIn ? " (built in)" : ""}`],
    [
      "Trust",
      trust === null
        ? "not known"
        : `${trust.mode}${trust.base === null ? "" : `, base ${trust.base.slice(0, 10)}`}`,
    ],
    ...(ci === undefined
      ? []
      : [
          [
            "CI",
            Object.entries(ci)
              .map(([name, value]) => `${name} ${value}`)
              .join(", "),
          ] as const,
        ]),
    ...(selection === undefined ? [] : [["Selection", selectionText(selection)] as const]),
  ];
  return (
    <Section title="Configuration">
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Text>{value}</Text>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function selectionText({ fileCount, ...limits }: NonNullable<PageData["selection"]>): string {
  const parts = Object.entries(limits).map(([name, value]) => `${name} ${shown(value)}`);
  return [`${numberText(fileCount)} files`, ...parts].join("\n");
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
