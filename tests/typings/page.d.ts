/** The element that a selector finds, by its last part: an id of the pages, or a tag. */
type Found<Selector extends string> = Selector extends keyof ElementsById
  ? ElementsById[Selector]
  : Selector extends `${string} ${infer Last}`
    ? Found<Last>
    : TagOf<Selector> extends keyof HTMLElementTagNameMap
      ? HTMLElementTagNameMap[TagOf<Selector>]
      : Selector extends `#${infer Id}`
        ? UnknownId<Id>
        : HTMLElement;

/** A selector up to its first attribute, class or pseudo-class. */
type TagOf<Selector extends string> = Before<Before<Before<Selector, "[">, ".">, ":">;
type Before<Text extends string, Mark extends string> = Text extends `${infer Start}${Mark}${string}` ? Start : Text;

/** A misspelled id finds nothing; of an id that is put together, no more than HTMLElement is known. */
type UnknownId<Id extends string> = string extends Id ? HTMLElement : never;

type Find = <Selector extends string>(selector: Selector, root?: ParentNode) => Found<Selector>;
type FindAll = <Selector extends string>(selector: Selector, root?: ParentNode) => Found<Selector>[];

/** A form field whose value the page's address keeps. */
type Field = HTMLInputElement | HTMLSelectElement;

interface HTMLElementTagNameMap {
  "pnp-face": import("../../pnp/web/static/face.js").FaceView;
}

/** A problem as pages show it; one that the browser reports has no more than these two fields. */
type ShownProblem = Pick<Answer.ListedProblem, "where" | "message"> & Partial<Answer.ListedProblem>;

type Side = "front" | "back";
