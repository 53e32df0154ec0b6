import type { World } from "../model/world.ts";

/** The environment of one call of the library. */
export interface LentVariables extends Required<Pick<World, "env" | "withhold">> {
  /** Puts back what was taken from the environment of the process, once no other call keeps it. */
  giveBack(): void;
}

/** A variable that calls have taken from the environment of the process. */
interface Taken {
  readonly value: string;
  calls: number;
}

const taken = new Map<string, Taken>();

/**
 * Returns a copy of a process's variables for one call. The keys of models are taken from the process, too, while code
 * of recipes may run; calls at the same time still get them.
 */
export function lendVariables(target: Pick<NodeJS.Process, "env">): LentVariables {
  const env: Record<string, string | undefined> = { ...target.env };
  for (const [name, { value }] of taken) env[name] ??= value;
  const own = new Set<string>();
  return {
    env,
    withhold(names) {
      for (const name of names) {
        const value = env[name];
        delete env[name];
        if (value === undefined || own.has(name)) continue;
        own.add(name);
        const { calls } = taken.get(name) ?? { calls: 0 };
        taken.set(name, { value, calls: calls + 1 });
        delete target.env[name];
      }
    },
    giveBack() {
      for (const name of own) {
        const variable = taken.get(name);
        if (variable === undefined) continue;
        variable.calls -= 1;
        if (variable.calls > 0) continue;
        taken.delete(name);
        target.env[name] ??= variable.value;
      }
      own.clear();
    },
  };
}
