/** What the button of a square has besides its place, by attribute. */
export type ButtonAttributes = Readonly<Record<string, string | boolean | undefined>>;

/** What one button of the grid has, kept by value: of 64 buttons a press changes a few, and only those are touched. */
export class CellButton {
  attributes = $state.raw<ButtonAttributes>({});
  /** Whether it is the one in the tab order. */
  isStop = $state.raw(false);

  update(attributes: ButtonAttributes): void {
    if (!isSame(this.attributes, attributes)) this.attributes = attributes;
  }
}

function isSame(before: ButtonAttributes, after: ButtonAttributes): boolean {
  const names = Object.keys(after);
  return names.length === Object.keys(before).length && names.every((name) => before[name] === after[name]);
}
