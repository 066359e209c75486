import { CanvasTexture, SRGBColorSpace } from 'three';
import { bands } from '../bands.ts';
import { drawGround } from '../ground.ts';
import { UNIT } from '../relief.ts';
import type { View } from '../view.ts';
import type { Colours } from './colours.ts';

const PIXELS = 1024;
/** The shade at a wall's foot reaches .42 of a square into the low square (LOOK 3), in steps too small to be seen. */
const REACH = 42;
const STEPS = 14;
/** The whole shade right at the wall, in steps of the theme's foot colour. */
const STRENGTH = 9;

/** What is painted on the floors: the shade at the foot of each wall and the seams. Multiplied with the level's colour. */
export function paintFloorMap(view: View, colours: Colours): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = PIXELS;
  canvas.height = PIXELS;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('the browser gives no canvas to paint the floors on');
  const scale = PIXELS / (view.size * UNIT);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, PIXELS, PIXELS);
  pen.scale(scale, scale);

  pen.fillStyle = colours.foot;
  pen.globalAlpha = STRENGTH / STEPS;
  for (let step = 1; step <= STEPS; step++) {
    const width = REACH * (step / STEPS) ** 1.6;
    pen.fill(
      new Path2D(
        bands(view.relief, width, 'higher')
          .map(({ d }) => d)
          .join(''),
      ),
    );
  }
  pen.globalAlpha = 1;

  const { seams } = drawGround(view.relief);
  pen.lineWidth = 1.8;
  pen.strokeStyle = colours.seam;
  pen.stroke(new Path2D(seams));
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}
