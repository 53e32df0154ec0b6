import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { YamlPath } from "../yaml/yaml-path.ts";

/** The copy of a value; or the fault that makes it no plain data, in words that follow the name of its place. */
export type PlainCopy =
  | { readonly value: unknown }
  | { readonly fault: string; readonly path: YamlPath };

/**
 * Copies a value of a program, within bounds, if it holds only what YAML can hold: texts, finite numbers, booleans,
 * null, lists and plain maps. Never throws, calls no getter, and leaves out keys whose value is undefined.
 */
export function plainCopy(given: unknown): PlainCopy {
  const copying = new Copying();
  try {
    return { value: copying.copy(given) };
  } catch {
    // Anything else was thrown by the value itself, such as a proxy: it is not even looked at.
    return { fault: copying.fault ?? "cannot be read", path: copying.path };
  }
}

const TOO_LARGE = `is too large: an object has at most ${INPUT_LIMITS.configBytes} characters`;
const TOO_DEEP = `is nested deeper than ${INPUT_LIMITS.yamlDepth} levels`;

class Copying {
  /** The place that is being copied; after an error, its place. */
  readonly path: (string | number)[] = [];
  fault: string | undefined;
  /** Objects around the place. */
  readonly #above = new Set<object>();
  /** The characters that may still come; each value and each key counts one more. */
  #left: number = INPUT_LIMITS.configBytes;

  copy(value: unknown): unknown {
    this.#take(1);
    switch (typeof value) {
      case "string":
        this.#take(value.length);
        return value;
      case "number":
        return Number.isFinite(value) ? value : this.#refuse(`is ${value}`);
      case "boolean":
        return value;
      case "object":
        return value === null ? null : this.#collection(value);
      case "undefined":
        return this.#refuse("is undefined");
      default:
        return this.#refuse(`is a ${typeof value}`);
    }
  }

  #collection(value: object): unknown {
    if (this.#above.has(value)) this.#refuse("contains itself");
    if (this.#above.size >= INPUT_LIMITS.yamlDepth) this.#refuse(TOO_DEEP);
    this.#above.add(value);
    const copy = Array.isArray(value) ? this.#list(value) : this.#map(value);
    this.#above.delete(value);
    return copy;
  }

  #list(list: readonly unknown[]): unknown[] {
    const { length } = list;
    if (length > this.#left) this.#refuse(TOO_LARGE);
    const copy: unknown[] = [];
    for (let index = 0; index < length; index += 1) {
      this.path.push(index);
      copy.push(this.copy(this.#valueOf(Object.getOwnPropertyDescriptor(list, index))));
      this.path.pop();
    }
    return copy;
  }

  #map(map: object): Readonly<Record<string, unknown>> {
    const prototype: unknown = Object.getPrototypeOf(map);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      this.#refuse("is not a plain object");
    const copy: Record<string, unknown> = {};
    for (const key of Reflect.ownKeys(map)) {
      if (typeof key === "symbol") return this.#refuse("has a symbol as a key");
      if (key === "__proto__") return this.#refuse("has a key `__proto__`");
      const found = Object.getOwnPropertyDescriptor(map, key);
      if (found?.enumerable !== true) continue;
      this.#take(key.length + 1);
      this.path.push(key);
      const value = this.#valueOf(found);
      if (value !== undefined) copy[key] = this.copy(value);
      this.path.pop();
    }
    return copy;
  }

  #valueOf(found: PropertyDescriptor | undefined): unknown {
    if (found === undefined) return undefined;
    return "value" in found ? found.value : this.#refuse("has a getter in place of a value");
  }

  #take(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) this.#refuse(TOO_LARGE);
  }

  #refuse(fault: string): never {
    this.fault = fault;
    throw new Error(fault);
  }
}
