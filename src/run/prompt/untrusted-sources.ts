import { isRecord } from "../../shared/is-record.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import type { BatchOutcome } from "../../tools/batch/batch-outcome.ts";

/** The untrusted sources at the beginning. */
interface UntrustedBasis {
  /** `untrusted` of a recipe's scope. */
  readonly globs: readonly string[];
  /** Files that an action of the run with an untrusted part has changed; may grow. */
  readonly tainted: ReadonlySet<string>;
  /** Untrusted text is in the conversation already. */
  readonly isReached: boolean;
}

/** Remembers if untrusted text has entered a conversation. Once it has, the conversation stays untrusted. */
export class UntrustedSources {
  readonly #globs: readonly string[];
  readonly #isUntrusted: (path: string) => boolean;
  readonly #tainted: ReadonlySet<string>;
  #isReached: boolean;

  constructor({ globs, tainted, isReached }: UntrustedBasis) {
    this.#globs = globs;
    const isDeclared = pathMatcher(globs);
    this.#isUntrusted = (path) => isDeclared(path) || tainted.has(path);
    this.#tainted = tainted;
    this.#isReached = isReached;
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /** The text of these files has entered. */
  note(paths: readonly string[]): void {
    if (paths.some(this.#isUntrusted)) this.#isReached = true;
  }

  /** The names in a folder have entered: any of them may be untrusted if a glob reaches into it. */
  noteFolder(path: string): void {
    const inside = path === "" ? "" : `${path}/`;
    const reaches = (glob: string) =>
      glob.startsWith(inside) || /[*?{[(]/.test(glob.slice(0, inside.length));
    if (this.#isUntrusted(`${inside}x`) || this.#globs.some(reaches)) this.#isReached = true;
  }

  /** Text of unknown origin has entered. */
  noteUnknown(): void {
    if (this.#globs.length > 0 || this.#tainted.size > 0) this.#isReached = true;
  }

  /**
   * A call has its result; `queued` are the files of the actions that it queued. A custom tool may have read anything.
   */
  noteCall(
    { result }: BatchOutcome,
    { queued, isCustom }: { readonly queued: readonly string[]; readonly isCustom: boolean },
  ): void {
    if (isCustom) this.noteUnknown();
    this.note([...queued, ...pathsIn(result.details)]);
  }
}

/** The files whose text, or whose names, the result of a built-in tool shows. */
function pathsIn(details: unknown): readonly string[] {
  if (!isRecord(details)) return [];
  const matches: readonly unknown[] = Array.isArray(details.matches) ? details.matches : [];
  const listed: readonly unknown[] = Array.isArray(details.files) ? details.files : [];
  const paths = [
    ...listed,
    details.path,
    ...matches.map((match) => (isRecord(match) ? match.path : undefined)),
  ];
  return paths.filter((path) => typeof path === "string");
}
