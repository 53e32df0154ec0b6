import type { ASTNode } from "@marcbachmann/cel-js";
import { INPUT_LIMITS } from "../../model/input-limits.ts";

const MOST = INPUT_LIMITS.expressionSteps;

/** Counts the steps of an expression, so that it is not a clock that says how long an evaluation may take. */
export interface StepCounter {
  /** Begins to count from zero. */
  start(): void;
  /** True if the last evaluation would have taken too many steps: its value is none. */
  readonly isOver: boolean;
}

/**
 * The method of a node that the library calls for each evaluation, and replaces by a faster one at the first. No
 * document promises it, so that `package.json` names one exact version of the library.
 */
type Evaluate = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Counts each evaluation of these nodes, and what their values are long. Beyond the bound every step throws, so that
 * loops that go on after an error end soon.
 */
export function countSteps(nodes: readonly ASTNode[]): StepCounter {
  let steps = 0;
  const over = new Error(`It takes more than ${MOST} steps.`);
  for (const node of nodes) {
    const first: Evaluate = Reflect.get(node, "evaluate");
    let inner = first;
    const counted: Evaluate = function (this: unknown, ...args) {
      if (inner === first) return inner.apply(this, args); // It replaces itself, and calls this again.
      steps += 1;
      if (steps > MOST) throw over;
      const value = inner.apply(this, args);
      steps += weightOf(value);
      return value;
    };
    Object.defineProperty(node, "evaluate", {
      get: () => counted,
      set(faster: Evaluate) {
        inner = faster;
      },
    });
  }
  return {
    start() {
      steps = 0;
    },
    get isOver() {
      return steps > MOST;
    },
  };
}

/** A long value takes time wherever it is compared, searched or copied. */
function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length >> 6;
  if (Array.isArray(value)) return value.length >> 3;
  return value instanceof Map ? value.size >> 3 : 0;
}
