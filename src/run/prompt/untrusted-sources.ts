import { isRecord } from "../../shared/is-record.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import type { BatchOutcome } from "../../tools/batch-outcome.ts";

/** What is untrusted from the beginning. */
interface UntrustedBasis {
  /** `untrusted` of a recipe's scope. */
  readonly globs: readonly string[];
  /** Files of the run in which something untrusted had a part; may grow. */
  readonly tainted: ReadonlySet<string>;
  /** Something untrusted is there already. */
  readonly isReached: boolean;
}

/** Whether something that nobody who is trusted wrote has come into a conversation. Once it has, it stays. */
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

  /** Text of these files has come in. */
  note(paths: readonly string[]): void {
    if (paths.some(this.#isUntrusted)) this.#isReached = true;
  }

  /** The names in a folder have come in: any of them may be untrusted where a glob reaches into it. */
  noteFolder(path: string): void {
    const inside = path === "" ? "" : `${path}/`;
    const reaches = (glob: string) =>
      glob.startsWith(inside) || /[*?{[(]/.test(glob.slice(0, inside.length));
    if (this.#isUntrusted(`${inside}x`) || this.#globs.some(reaches)) this.#isReached = true;
  }

  /** Something has come in of which nobody knows where it is from. */
  noteUnknown(): void {
    if (this.#globs.length > 0 || this.#tainted.size > 0) this.#isReached = true;
  }

  /** A call was answered; `queued` are the files of what it queued. Nobody knows what a custom tool has read. */
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
