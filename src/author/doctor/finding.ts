/** One thing that was looked at. */
export interface Finding {
  /** The thing, in one word. */
  readonly about: string;
  /** `note`: nothing is broken, and a person may want to do something. */
  readonly state: "ok" | "note" | "broken";
  /** One line: what is so. */
  readonly message: string;
  /** The remedy: a command, or a sentence. */
  readonly remedy?: string;
}

export function ok(about: string, message: string): Finding {
  return { about, state: "ok", message };
}

export function note(about: string, message: string, remedy: string): Finding {
  return { about, state: "note", message, remedy };
}

export function broken(about: string, message: string, remedy: string): Finding {
  return { about, state: "broken", message, remedy };
}
