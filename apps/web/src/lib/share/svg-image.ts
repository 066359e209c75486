import { REDRAW } from '#lib/board/3d/redraw-event.ts';
import type { Theme } from '#lib/board/ground-svg.ts';

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export function pageTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  return (name) => {
    const value = style.getPropertyValue(`--${name}`);
    return value.startsWith('light-dark') ? computedColor(value) : value;
  };
}

function computedColor(color: string): string {
  const element = document.body.appendChild(document.createElement('i'));
  element.style.color = color;
  const computed = getComputedStyle(element).color;
  element.remove();
  return computed;
}

export const pageColor = (): string => getComputedStyle(document.documentElement).backgroundColor;

/**
 * @param width in pixels @param style a style element with the text's font @throws when the browser cannot render it
 */
export async function paint(
  content: string,
  box: Box,
  width: number,
  ground = 'none',
  style = '',
): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * box.height) / box.width);
  const { x, y } = box;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${canvas.width}" height="${canvas.height}" viewBox="${x} ${y} ${box.width} ${box.height}">` +
    `${style}<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" fill="${ground}"/>${content}</svg>`;
  const image = new Image(canvas.width, canvas.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Copies the 3D board's canvas onto a background. Triggers a redraw, since the canvas is only readable in that task. */
export function copyOf(solid: HTMLCanvasElement, paper: string): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  copy.width = solid.width;
  copy.height = solid.height;
  const context = copy.getContext('2d');
  if (context === null) throw new Error('2D canvas context is not available');
  context.fillStyle = paper;
  context.fillRect(0, 0, copy.width, copy.height);
  solid.dispatchEvent(new Event(REDRAW));
  context.drawImage(solid, 0, 0);
  return copy;
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the canvas could not be encoded')) : resolve(blob)),
      'image/png',
    );
  });
}
