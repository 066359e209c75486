import { CanvasTexture, SRGBColorSpace } from 'three';

/** A texture and its 2D context; sides in pixels. @throws when the browser provides no context */
export function createCanvasTexture(
  width: number,
  height: number,
): { texture: CanvasTexture; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('2D canvas context is not available');
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return { texture, context };
}
