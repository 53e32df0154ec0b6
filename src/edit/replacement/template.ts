/** A variable of a template, and the indentation of the line that it stands on, in spaces. */
export interface TemplateVariable {
  readonly kind: "single" | "many" | "transformed";
  readonly name: string;
  readonly indentation: number;
}

/** A replacement template: text and variables in the order in which they are written. */
export type Template = readonly (string | TemplateVariable)[];
