import { REDRAW } from '#lib/board/3d/redraw-event.ts';
import { DRAWING_PROPERTIES } from '#lib/board/drawing-properties.ts';

/** Beside what every drawing takes: words are written in a font. */
const STYLES = [...DRAWING_PROPERTIES, 'font-family', 'font-size', 'font-weight', 'text-anchor'] as const;

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Drawings laid over each other as one SVG that needs no style sheet: every colour is as it shows now. */
export function standalone(drawings: readonly SVGSVGElement[], box: Box, ground?: string): string {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
  if (ground !== undefined) {
    const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    for (const [name, value] of Object.entries(box)) paper.setAttribute(name, String(value));
    paper.setAttribute('fill', ground);
    svg.append(paper);
  }
  for (const drawing of drawings) for (const child of drawing.children) svg.append(withStyles(child));
  return new XMLSerializer().serializeToString(svg);
}

/** A copy that carries its styles with it. */
function withStyles(element: Element): Element {
  const copy = element.cloneNode(false);
  if (!(copy instanceof Element)) throw new Error('an element copies to an element');
  copy.removeAttribute('class');
  const computed = getComputedStyle(element);
  copy.setAttribute('style', STYLES.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(';'));
  if (element.children.length === 0) copy.textContent = element.textContent;
  else copy.append(...[...element.children].map(withStyles));
  return copy;
}

/**
 * Paints an SVG at a width in pixels.
 * @param style a style element for it, if it has text
 * @throws when the browser cannot read it
 */
export async function paint(svg: string, box: Box, width: number, style = ''): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * box.height) / box.width);
  const sized = svg
    .replace('<svg ', `<svg width="${canvas.width}" height="${canvas.height}" `)
    .replace('>', `>${style}`);
  const image = new Image(canvas.width, canvas.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`;
  await image.decode();
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A copy of the 3D board's canvas on paper. It keeps its picture only for the task in which it is drawn, so it is asked to draw. */
export function copyOf(solid: HTMLCanvasElement, paper: string): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  copy.width = solid.width;
  copy.height = solid.height;
  const context = copy.getContext('2d');
  if (context === null) throw new Error('the browser gives no canvas to copy to');
  context.fillStyle = paper;
  context.fillRect(0, 0, copy.width, copy.height);
  solid.dispatchEvent(new Event(REDRAW));
  context.drawImage(solid, 0, 0);
  return copy;
}

/** A canvas as the bytes of a PNG. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the canvas gave no picture')) : resolve(blob)),
      'image/png',
    );
  });
}
