import { setImmediate } from "node:timers/promises";
import type { Language } from "../../../src/edit/language/language.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { judgeCase } from "./judge-case.ts";
import type { Oracle } from "./oracle.ts";
import { bracketings, drawCase, type Parts, type RandomCase, textBefore } from "./random-case.ts";

/** The figures of many cases. */
export interface Tally {
  cases: number;
  /** Results that are read as they were written, and those that are not. */
  right: number;
  wrong: number;
  appliedWrong: number;
  heldRight: number;
  /** With `parens: auto`: of the wrong ones, those that become right and are applied. */
  mended: number;
  /** The others of them that some parentheses would make right. */
  mendable: number;
  /** The rest of the wrong ones: out of the reach of parentheses, such as `...a` for one value. */
  beyond: number;
  /** With `parens: auto`, what is applied and not right. */
  appliedWrongWithParens: number;
  /** Results that were right, and that `parens: auto` writes in another way. */
  changedRight: number;
}

/** What a language is tried with. */
export interface Trial {
  readonly language: Language;
  readonly oracle: Oracle;
  readonly parts: Parts;
  /** What may be written around code to keep it together. */
  readonly brackets: readonly (readonly [open: string, close: string])[];
  /** The greatest share of right results that may be held. */
  readonly mostHeld: number;
  /** The least share of the wrong results that `parens: auto` mends, of those that some parentheses would mend. */
  readonly leastMended: number;
  readonly cases: number;
  readonly seed: number;
}

/** A case that went wrong, as one line. */
export interface Fault {
  readonly kind: keyof Tally;
  readonly before: string;
  readonly rule: string;
  readonly after: string;
}

/** One of so many cases that are applied without parentheses is tried with them, too. */
const SAMPLE = 8;

/** Draws cases until there are as many as asked for, and counts how Sluice judges them. */
export async function tallyOf(
  { language, oracle, parts, brackets, cases, seed }: Trial,
  onFault: (fault: Fault) => void = () => undefined,
): Promise<Tally> {
  const random = seededRandom(seed);
  const tally: Tally = {
    ...{ cases: 0, right: 0, wrong: 0, appliedWrong: 0, heldRight: 0 },
    ...{ mended: 0, mendable: 0, beyond: 0, appliedWrongWithParens: 0, changedRight: 0 },
  };
  const judge = async (drawn: RandomCase): Promise<void> => {
    const plain = judgeCase(drawn, language, "off");
    if (plain === undefined) return;
    // Nothing is written into code that nobody takes apart: a sample of it shows that.
    const isAsked = plain.isHeld || tally.cases % SAMPLE === 0;
    const open = isAsked ? judgeCase(drawn, language, "auto") : plain;
    if (open === undefined) return;
    const texts = [...new Set([plain.text, open.text])];
    const [isRight, isRightOpen = isRight] = (await oracle.areRight(drawn, texts)) ?? [];
    if (isRight === undefined || isRightOpen === undefined) return;
    const count = (kind: keyof Tally, after = plain.text) => {
      tally[kind] += 1;
      const rule = `${drawn.pat} → ${drawn.out}`;
      onFault({ kind, before: textBefore(drawn), rule, after });
    };
    tally.cases += 1;
    tally[isRight ? "right" : "wrong"] += 1;
    if (isRight && plain.isHeld) count("heldRight");
    if (!isRight && !plain.isHeld) count("appliedWrong");
    if (!isRightOpen && !open.isHeld) count("appliedWrongWithParens", open.text);
    if (isRight && plain.text !== open.text) count("changedRight", open.text);
    if (isRight) return;
    if (isRightOpen && !open.isHeld) tally.mended += 1;
    else count((await canMend(drawn)) ? "mendable" : "beyond", open.text);
  };
  const canMend = async (drawn: RandomCase) =>
    (await oracle.areRight(drawn, bracketings(drawn, brackets)))?.includes(true);
  for (let drawn = 0; tally.cases < cases && drawn < cases * 50; drawn += 1) {
    await judge(drawCase(random, parts));
    if (drawn % 32 === 0) await setImmediate(); // The engine frees no tree before the loop of events turns.
  }
  return tally;
}
