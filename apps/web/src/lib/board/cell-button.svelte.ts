export type ButtonAttributes = Readonly<Record<string, string | boolean | undefined>>;

/** Attributes of one button, compared by value: a press changes only a few of 64 buttons. */
export class CellButton {
  attributes = $state.raw<ButtonAttributes>({});
  isStop = $state.raw(false);

  update(attributes: ButtonAttributes): void {
    if (!isSame(this.attributes, attributes)) this.attributes = attributes;
  }
}

function isSame(before: ButtonAttributes, after: ButtonAttributes): boolean {
  const names = Object.keys(after);
  return names.length === Object.keys(before).length && names.every((name) => before[name] === after[name]);
}
