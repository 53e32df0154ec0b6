import type { PageData, PageStepWhy } from "../../../model/page/page-data.ts";
import { More, Section, Text } from "../pieces/text.tsx";
import { counted, numberText } from "../pieces/words.ts";
import { OpWhyItem } from "./op-why.tsx";
import { Notes } from "./why-notes.tsx";

/** What each step found, and why its ops found nothing; only of a run with `--why`. */
export function StepWhys({ why }: { readonly why: NonNullable<PageData["why"]> }) {
  return (
    <Section title="What the steps found" count={why.items.length + why.more}>
      {why.items.map((step, index) => (
        <StepWhyItem key={index} step={step} />
      ))}
      <More more={why.more} noun="step" />
    </Section>
  );
}

function StepWhyItem({ step }: { readonly step: PageStepWhy }) {
  const { searched, changed, unchanged, skipped } = step.files;
  const languages = (step.languages ?? []).map((one) => `${one.language} ${one.files}`);
  const hasMissed = step.ops.items.some(({ matches }) => matches === 0);
  return (
    <details class="check" open={hasMissed || step.notes.length > 0}>
      <summary>
        <Text>{`${step.recipe} › ${step.step}`}</Text>{" "}
        <span class="faint">
          <Text>{step.tool}</Text> · {counted(searched, "file")} searched, {numberText(changed)}{" "}
          with a change, {numberText(unchanged)} without, {numberText(skipped)} skipped
        </span>
      </summary>
      {languages.length > 0 && (
        <p class="note">
          Read as <Text>{languages.join(", ")}</Text>
        </p>
      )}
      <Notes notes={step.notes} />
      <ul class="links">
        {step.ops.items.map((op) => (
          <OpWhyItem key={op.id} op={op} />
        ))}
      </ul>
      <More more={step.ops.more} noun="op" />
    </details>
  );
}
