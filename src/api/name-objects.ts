import type { Diagnostic } from "../model/diagnostic.ts";
import { type GivenObjects, OBJECT } from "../request/given-objects.ts";
import { isRecord } from "../shared/is-record.ts";
import { copyObject } from "../shared/yaml/object-source.ts";

/** The parts of a request that may be objects. */
interface Written {
  readonly recipes?: readonly (string | object)[] | undefined;
  readonly policy?: string | object | undefined;
  readonly inputs?: Readonly<Record<string, unknown>> | undefined;
}

/** The same as names of objects; `inputs` are a copy. */
interface NamedObjects {
  readonly recipes: readonly string[];
  readonly policy: string | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly objects: GivenObjects;
  readonly faults: readonly Diagnostic[];
}

/**
 * Copies every object of a request once, before anything is done: what the program changes later has no effect. Each
 * gets a name that stands for it in the request and in messages.
 */
export function nameObjects({ recipes = [], policy, inputs = {} }: Written): NamedObjects {
  const objects = new Map<string, object>();
  const faults: Diagnostic[] = [];
  const copyOf = (given: object, name: string): object => {
    const copied = copyObject(given, name);
    if ("fault" in copied) faults.push(copied.fault);
    return "fault" in copied ? {} : Object(copied.value);
  };
  const nameOf = (given: string | object, key: string): string => {
    if (typeof given === "string") return given;
    const name = `${OBJECT}${key}`;
    objects.set(name, copyOf(given, name));
    return name;
  };
  const given = copyOf(inputs, `${OBJECT}inputs`);
  return {
    recipes: recipes.map((recipe, index) => nameOf(recipe, `recipes[${index}]`)),
    policy: policy === undefined ? undefined : nameOf(policy, "policy"),
    inputs: isRecord(given) ? given : {},
    objects,
    faults,
  };
}
