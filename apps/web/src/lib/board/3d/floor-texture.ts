import type { CanvasTexture } from 'three';
import { edgeStrips } from '../edge-strips.ts';
import type { BoardGeometry } from '../geometry.ts';
import { SQUARE } from '../heightmap.ts';
import { drawTerrain } from '../terrain.ts';
import { createCanvasTexture } from './canvas.ts';
import type { Colours } from './colours.ts';

const PIXELS = 1024;
/** The shade at the foot of a wall reaches .42 of a square, in invisibly small steps. */
const REACH = 42;
const STEPS = 14;
/** Full shade at the wall, in steps of the theme's foot colour. */
const STRENGTH = 9;
/** A line along the edge of higher ground makes steps visible that face away from the viewer. */
const RIM = { width: 7, dark: 'rgb(34 56 74 / 0.26)', bright: '#ffffff' };
/** Map value of a plain floor on a dark board, so that a rim can be brighter. */
const DARK_GROUND = '#d2d2d2';

/** Map value of a plain floor; the level's colour is divided by it. */
export const groundOf = ({ dark }: Pick<Colours, 'dark'>): string => (dark ? DARK_GROUND : '#ffffff');

/** Paints wall shade, seams and rims; the texture is multiplied with the level's colour. */
export function paintFloorTexture(geometry: BoardGeometry, colours: Colours): CanvasTexture {
  const { texture, context } = createCanvasTexture(PIXELS, PIXELS);
  const scale = PIXELS / (geometry.size * SQUARE);
  context.fillStyle = groundOf(colours);
  context.fillRect(0, 0, PIXELS, PIXELS);
  context.scale(scale, scale);

  context.fillStyle = colours.foot;
  context.globalAlpha = STRENGTH / STEPS;
  for (let step = 1; step <= STEPS; step++) {
    const width = REACH * (step / STEPS) ** 1.6;
    context.fill(
      new Path2D(
        edgeStrips(geometry.heightmap, width, 'higher')
          .map(({ d }) => d)
          .join(''),
      ),
    );
  }
  context.globalAlpha = 1;

  const { seams } = drawTerrain(geometry.heightmap);
  context.lineWidth = 1.8;
  context.strokeStyle = colours.seam;
  context.stroke(new Path2D(seams));

  context.fillStyle = colours.dark ? RIM.bright : RIM.dark;
  const rims = edgeStrips(geometry.heightmap, RIM.width, 'lower');
  context.fill(new Path2D(rims.map(({ d }) => d).join('')));
  texture.anisotropy = 8;
  return texture;
}
