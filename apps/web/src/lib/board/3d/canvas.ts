import { CanvasTexture, SRGBColorSpace } from 'three';

/** A texture and the 2D context that draws it; sides in pixels. @throws where the browser gives no context */
export function createCanvasTexture(
  width: number,
  height: number,
): { texture: CanvasTexture; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser gives no 2D canvas');
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return { texture, context };
}
