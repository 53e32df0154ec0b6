/** The change that a call makes, as a patch of the root. */
export type CallPatch =
  | { readonly kind: "patch"; readonly text: string }
  /** It changes nothing of the root. */
  | { readonly kind: "none" }
  /** Sentences. */
  | { readonly kind: "fault"; readonly why: string; readonly remedy: string };

/** A text after an edit, undefined for a file that is removed; or a sentence that says why it is missing. */
export type TextAfter = { readonly after: string | undefined } | { readonly fault: string };
