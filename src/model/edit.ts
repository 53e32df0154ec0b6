/** One textual change. Offsets are UTF-16 code units into the text that was searched; `end` is exclusive. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  /** The new text. An empty one deletes (A5). */
  readonly text: string;
}

/** A {@link TextEdit} and the op that made it. */
export interface Replacement extends TextEdit {
  /** The id of the op, unique in its step: `ops[0]`, or the id of a rule. */
  readonly opId: string;
}

/** A replacement that was found and gave way to another one of the same step (A14, A16). */
export interface SupersededReplacement extends Replacement {
  /** The op whose replacement took the place of this one. */
  readonly byOpId: string;
  /** The range of that replacement, in the text that was searched. Absent if it changes nothing: it is not counted. */
  readonly winner?: Pick<TextEdit, "start" | "end">;
}

/** The strictness of a pattern, weakest last; ast-grep's own terms. */
export type Strictness = "cst" | "smart" | "ast" | "relaxed" | "signature" | "template";

/** `auto` writes the parentheses that keep a replacement, and what was captured in it, together. */
export type Parens = "auto" | "off";

/** The export of a module that a name means; `from` has its spellings. `*` is the whole module. */
export interface MeantExport {
  /** Names of the module; with `./` in front, a file, relative to the root. */
  readonly from: readonly string[];
  readonly export: string;
  /** The module is the file that is searched, whose own declaration is meant. */
  readonly isOwn?: boolean;
}

/**
 * Names of a pattern and of `out`, or metavariables with their dollar, by what they mean: an export, however the file
 * spells it, or a declaration of the file itself, or none at all.
 */
export type MeantNames = Readonly<Record<string, MeantExport | "local" | "global" | "parameter">>;

/** A declaration that gets another name, with all references to it in its file. */
export interface Rename {
  readonly kind?: "import" | "variable" | "function" | "class" | "type" | undefined;
  /** Renames the export, too. Default: the module goes on exporting the old name. */
  readonly exports?: true | undefined;
}

/** The way to tell of places that look like matches and are left: by their number, or each. */
export type LeftoverChoice = "off" | "count" | "list";

/** The settings of an op that a step or a recipe may have for all of its ops. */
export interface OpSettings {
  /** Of a rule, and not of its rewriters. Default: `off`, the bytes of ast-grep. */
  readonly parens?: Parens;
  /** Default: `count`. */
  readonly leftovers?: LeftoverChoice;
}

/** A pattern, and the text that replaces its matches. */
export interface PatternOp extends OpSettings {
  readonly kind: "pattern";
  /** Unique in the step, `ops[<n>]`. */
  readonly id: string;
  /** The pattern: code with metavariables (`$A`, `$$$A`). Never empty (A4). */
  readonly pat: string;
  /** The replacement template. An empty one deletes (A5). */
  readonly out: string;
  /** The kind of the node inside the pattern's tree that is actually searched for. */
  readonly selector?: string;
  /** Default `smart`. */
  readonly strictness?: Strictness;
  /** `keep` keeps the bytes of all that the op does not change. Default: as ast-grep writes it. */
  readonly layout?: "keep";
  /** By default, names are texts. */
  readonly names?: MeantNames;
  /** Imports that `names` leave unused stay. */
  readonly keepImports?: true;
  /** `pat` is the name of a declaration, and `out` its new name. */
  readonly rename?: Rename;
  /** Deletes whole lines, if nothing else stands on them; `out` is empty then. Default: only the match. */
  readonly deleteLines?: true;
}

/** A map as the user wrote it; its content is checked when the op is compiled. */
export type WrittenMap = Readonly<Record<string, unknown>>;

/** A glob of a rule's `files` or `ignores`, in the dialect of Rust's globset: `*` crosses folders. */
export interface FileGlob {
  readonly glob: string;
  /** Ignores the case of letters. Default: false. */
  readonly caseInsensitive?: boolean;
}

/** An ast-grep rule, and the text that replaces its matches. Its maps are written as in ast-grep's rule reference. */
export interface RuleOp extends OpSettings {
  readonly kind: "rule";
  /** Unique in the step: `ops[<n>]`, or the id of a rule file's rule. */
  readonly id: string;
  readonly rule: WrittenMap;
  /** Rules that captured nodes have to match, by metavariable. */
  readonly constraints?: WrittenMap;
  /** Rules that `matches` refers to, by id. */
  readonly utils?: WrittenMap;
  /** Variables made from captures, by name. */
  readonly transform?: WrittenMap;
  /** The rules that a `rewrite` transformation applies inside of a capture. */
  readonly rewriters?: readonly WrittenMap[];
  /**
   * A template (an empty one deletes, A5), or a map with it, `expandStart`, `expandEnd`; of several the first counts.
   */
  readonly out: string | WrittenMap | readonly WrittenMap[];
  /** The same of the rule and its rewriters. */
  readonly layout?: "keep";
  /** Of all patterns in `rule`, and of the template. By default, names are texts. */
  readonly names?: MeantNames;
  /** Imports that `names` leave unused stay. */
  readonly keepImports?: true;
  /** Deletes whole lines, if nothing else stands on them; `out` is empty then. Default: only the match. */
  readonly deleteLines?: true;
  /** Only files of this language, by any of its names. Default: every language in which the rule is valid. */
  readonly language?: string;
  /** Only files that match one of these; relative to the root. Default: all. */
  readonly files?: readonly FileGlob[];
  /** Without the files that match one of these; beats `files`. */
  readonly ignores?: readonly FileGlob[];
  /** Utility rules of the project (`utilDirs` of an sgconfig.yml) that `matches` may refer to. */
  readonly globalUtils?: readonly GlobalUtil[];
}

/** A utility rule of a whole project. It shares no metavariables with other rules. */
export interface GlobalUtil {
  readonly id: string;
  readonly language: string;
  /** The names of the rules that a call has to pass (`matches: { id: { NAME: rule } }`). */
  readonly arguments?: readonly string[];
  readonly rule: WrittenMap;
  readonly utils?: WrittenMap;
}

/** An import that a file is to have. */
export interface ImportToAdd {
  /** The module, as imports name it. */
  readonly from: string;
  /** The local name of the default export; in CommonJS, of the whole module. */
  readonly default?: string;
  /** The local name of the whole module. */
  readonly namespace?: string;
  /** Without names, the import is for its side effects. */
  readonly names: readonly (readonly [imported: string, local: string])[];
  /** Only types: `import type`. */
  readonly type: boolean;
  /** The imports of the file, by their local names, in whose place it stands: its uses are where they are declared. */
  readonly insteadOf?: readonly { readonly from: string; readonly local: string }[];
  /** The imports of Python in whose blocks it stands, after them; `isTop`: of the module, not of a function. */
  readonly beside?: readonly (readonly [from: string, local: string, isTop: boolean])[];
  /** The loads by calls beside which it is loaded, by their modules and local names, and its own module there. */
  readonly besideCalls?: readonly Readonly<Record<"from" | "local" | "module", string>>[];
}

/** Names that a file is no longer to import. */
export interface ImportToRemove {
  readonly from: string;
  /** The names in the module; `all` removes the whole import. */
  readonly names: readonly string[];
  readonly default: boolean;
  readonly namespace: boolean;
  readonly all: boolean;
  /** Keeps what the rest of the file mentions. */
  readonly ifUnused: boolean;
  /** The names in the file, also in functions and blocks; undefined for all at the top. */
  readonly locals?: readonly string[];
}

/** The imports that a step changes in a file. Plain data. */
export interface ImportChanges {
  readonly add: readonly ImportToAdd[];
  readonly remove: readonly ImportToRemove[];
  /** Joins several imports of one module. */
  readonly merge: boolean;
  /** The text before all edits: a file stays CommonJS if they took its last `require`. Default: the text now tells. */
  readonly before?: string;
  /** The path of the file, whose ending may tell its kind of module. */
  readonly path?: string;
  /** `matched`: only in files in which another op of the step has matched. */
  readonly when: "matched" | "always";
}

/** Changes of imports in ES modules and CommonJS, in files as the other ops of the step leave them. */
export interface ImportsOp {
  readonly kind: "imports";
  /** Unique in the step, `ops[<n>]`. */
  readonly id: string;
  readonly imports: ImportChanges;
}

/** One structural edit of a step. */
export type EditOp = PatternOp | RuleOp | ImportsOp;
