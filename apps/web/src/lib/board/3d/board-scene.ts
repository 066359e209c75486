import type { Size, Square } from '@terrace/rules';
import { Mesh, PlaneGeometry, ShadowMaterial } from 'three';
import type { Call, PlacedPiece } from '../board-state.ts';
import type { BoardGeometry, Point } from '../geometry.ts';
import { heightAt, SQUARE } from '../heightmap.ts';
import { moveDuration, VANISH_MS } from '../move-animation.ts';
import type { Arrival } from '../move-detector.ts';
import { CallMarkers } from './call-markers.ts';
import { type Colours, readColours } from './colours.ts';
import { CoordinateLabels, labelSpots } from './coordinate-labels.ts';
import { paintFloorTexture } from './floor-texture.ts';
import { HiddenTs, hiddenTs } from './hidden-ts.ts';
import { colourLights, createLights, type Lights, turnSun } from './lights.ts';
import { MarkerOverlay } from './marker-overlay.ts';
import type { FloorText, Stroke } from './marker-strokes.ts';
import {
  boundingPoints,
  floorCentre,
  type Point3D,
  pieceRadius,
  SLAB,
  toBoard,
  toModel,
  turnBetween,
} from './model-space.ts';
import { ease, moveCurve } from './move-curve.ts';
import { between, forNarrowScreen, HOME, nearestTurn, type Orbit, stand, within } from './orbit.ts';
import { fadeable, PieceMeshes, place } from './piece-meshes.ts';
import { type PieceSphere, raycast } from './raycast.ts';
import { RefusedMarker } from './refused-marker.ts';
import { type Box, Renderer } from './renderer.ts';
import { buildTerrain, disposeTerrain, paintTerrain, type Terrain } from './terrain-mesh.ts';

const TURN_MS = 260;
const CALM_MS = 80;
const HELD_OVER = 0.2;
const ARROW_MS = 240;
/** A call's rings pulse twice, then rest (LOOK 1). */
const PULSES = { ms: 1200, times: 2, least: 0.35 };

/** The board as a model: what stands on it, what is drawn on its floors, and from where it is looked at. */
export class BoardScene {
  readonly #renderer: Renderer;
  readonly #themeProbe: HTMLElement;
  readonly #pieces: PieceMeshes;
  readonly #lights: Lights;
  readonly #sheet = new MarkerOverlay();
  readonly #ghosts = new HiddenTs();
  readonly #tag: RefusedMarker;
  readonly #names = new CoordinateLabels();
  readonly #callSigns = new CallMarkers();
  /** Called before a frame that shows the board from somewhere else. */
  readonly #onlook: () => void;
  readonly #table = new Mesh(new PlaneGeometry(60, 60), new ShadowMaterial());
  #colours: Colours;
  #view: BoardGeometry;
  #ground: Terrain;
  #placed: readonly PlacedPiece[] = [];
  #lines: readonly Stroke[] = [];
  #texts: readonly FloorText[] = [];
  #held: Square | undefined;
  #lettered = false;
  #named = false;
  #call: Call | undefined;
  #sizeAt: (square: Square) => Size | undefined = () => undefined;
  #orbit: Orbit = HOME;
  #told: Orbit | undefined;

  private constructor(renderer: Renderer, themeProbe: HTMLElement, view: BoardGeometry, onlook: () => void) {
    this.#renderer = renderer;
    this.#onlook = onlook;
    this.#themeProbe = themeProbe;
    this.#view = view;
    this.#colours = readColours(themeProbe);
    this.#tag = new RefusedMarker(this.#colours);
    this.#pieces = new PieceMeshes();
    this.#lights = createLights(view.size);
    this.#ground = buildTerrain(view);
    this.#table.rotation.x = -Math.PI / 2;
    this.#table.position.y = -SLAB.height;
    this.#table.receiveShadow = true;
    this.#sheet.lay(view);
    renderer.scene.add(
      this.#lights.group,
      this.#ground.group,
      this.#table,
      this.#sheet.mesh,
      this.#pieces.group,
      this.#ghosts.group,
      this.#tag.sprite,
      this.#names.group,
      this.#callSigns.group,
    );
    this.recolour();
  }

  /** A model on a canvas; nothing where the browser cannot draw one. `themeProbe` is an empty element where the theme holds. */
  static on(
    canvas: HTMLCanvasElement,
    themeProbe: HTMLElement,
    view: BoardGeometry,
    onlook: () => void,
  ): BoardScene | undefined {
    let model: BoardScene | undefined;
    const renderer = Renderer.on(canvas, () => model?.prepare());
    model = renderer && new BoardScene(renderer, themeProbe, view, onlook);
    return model;
  }

  /** Resolves when the first frame is drawn. */
  async ready(): Promise<void> {
    await document.fonts.ready; // a canvas writes only with what the page has
    this.#write();
    await this.#renderer.warm();
  }

  /** The theme has changed, or is read for the first time. */
  recolour(): void {
    this.#colours = readColours(this.#themeProbe);
    colourLights(this.#lights, this.#colours);
    this.#pieces.colour(this.#colours);
    this.#table.material.color.set(this.#colours.dark ? '#000000' : '#2c4458');
    this.#table.material.opacity = this.#colours.dark ? 0.45 : 0.2;
    paintTerrain(this.#ground, this.#colours, paintFloorTexture(this.#view, this.#colours));
    this.#write();
    this.#showCall();
    this.#renderer.draw(true);
  }

  /** Lays the board out as a view has it. A turn of the board is seen as one. */
  see(view: BoardGeometry): void {
    if (view === this.#view) return;
    const before = this.#view;
    this.#view = view;
    this.#renderer.scene.remove(this.#ground.group);
    disposeTerrain(this.#ground);
    this.#ground = buildTerrain(view);
    this.#renderer.scene.add(this.#ground.group);
    paintTerrain(this.#ground, this.#colours, paintFloorTexture(view, this.#colours));
    this.#sheet.lay(view);
    this.#write();
    this.#showCall();
    const turn = turnBetween(before, view);
    if (turn === undefined) this.#look(this.#orbit);
    else this.lookFrom({ ...this.#orbit, azimuth: this.#orbit.azimuth + turn }, HOME);
    this.#pieces.stand(view, this.#placed);
  }

  stand(placed: readonly PlacedPiece[]): void {
    this.#renderer.animations.finish();
    this.#placed = placed;
    this.#pieces.stand(this.#view, placed);
    if (this.#lettered) this.letter(true);
    this.#renderer.draw(true);
  }

  /** Shows the newest move: the piece that stands at its end comes there, and what it took goes. */
  arrive({ trace: { to, way, kind }, travels, victim }: Arrival, animated: boolean): void {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const ms = !travels || !animated ? 0 : calm ? CALM_MS : moveDuration(kind, way.length);
    const dome = this.#pieces.at(to);
    if (dome && ms > 0 && !calm) {
      const at = moveCurve(
        kind,
        way.map((square) => floorCentre(this.#view, square)),
      );
      place(dome, at(0), this.#view);
      this.#renderer.move(ms, (share) => place(dome, at(ease(share)), this.#view));
    }
    if (victim === undefined) return;
    const taken = this.#pieces.make(victim.piece);
    place(taken, floorCentre(this.#view, victim.square), this.#view);
    const fade = fadeable(taken);
    this.#pieces.group.add(taken.group);
    this.#renderer.move(
      calm ? CALM_MS : VANISH_MS,
      (share) => {
        fade(1 - share);
        if (!calm) taken.group.scale.setScalar(1 - 0.15 * share);
        if (share === 1) this.#pieces.group.remove(taken.group);
      },
      { wait: calm ? 0 : ms },
    );
  }

  lift(square: Square | undefined): void {
    this.#pieces.lift(this.#view, square);
    this.#renderer.draw(true);
  }

  /** A piece held by the pointer over a point of the board; nowhere when it is let go. */
  hold(square: Square | undefined, point: Point | undefined): void {
    this.#held = point && square;
    const dome = square === undefined ? undefined : this.#pieces.at(square);
    if (dome === undefined) return;
    if (point) place(dome, this.#over(point), this.#view);
    else this.#pieces.lift(this.#view, square);
    this.#renderer.draw(true);
  }

  /** Says "not there" on a square. */
  refuse(square: Square | undefined, sizeAt: (square: Square) => Size | undefined): void {
    if (square === undefined) this.#tag.show(undefined, undefined);
    else this.#tag.show(floorCentre(this.#view, square), sizeAt(square));
    this.#renderer.draw();
  }

  /** Whether each piece's size stands on its crown. */
  letter(shown: boolean): void {
    this.#lettered = shown;
    this.#pieces.letter(shown ? this.#colours : undefined);
    this.#renderer.draw();
  }

  /** Whether the names of files and ranks lie beside the board. */
  name(shown: boolean): void {
    if (shown === this.#named) return;
    this.#named = shown;
    this.#write();
    this.#look(this.#orbit);
  }

  /** Shows "Terrace", or takes it away; a new one is drawn before the viewer's eyes. */
  call(call: Call | undefined, sizeAt: (square: Square) => Size | undefined): void {
    if (call === undefined && this.#call === undefined) return;
    this.#call = call;
    this.#sizeAt = sizeAt;
    this.#showCall();
    this.#renderer.draw();
    if (call === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const signs = this.#callSigns;
    this.#renderer.move(ARROW_MS, (share) => signs.draw(ease(share)), { shadows: false });
    const { ms, times, least } = PULSES;
    const dip = (share: number) => ((1 - least) * (1 - Math.cos(2 * Math.PI * times * share))) / 2;
    this.#renderer.move(ms, (share) => signs.fade(1 - dip(share)), { shadows: false });
  }

  /** Draws the signs that lie on the floors. */
  draw(lines: readonly Stroke[], texts: readonly FloorText[]): void {
    this.#lines = lines;
    this.#texts = texts;
    this.#redraw();
  }

  get orbit(): Orbit {
    return this.#orbit;
  }

  /** Looks from somewhere else at once. */
  turn(orbit: Orbit): void {
    this.#look(within(orbit));
  }

  /** Goes to another view, from where it is looked at now or from another place. */
  lookFrom(from: Orbit, to: Orbit): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#look(to);
      return;
    }
    const start = nearestTurn(from, to.azimuth);
    this.#look(start);
    this.#renderer.move(TURN_MS, (share) => this.#look(between(start, to, ease(share))));
  }

  resize(box: Box): void {
    this.#renderer.resize(box);
    this.#look(this.#orbit);
  }

  /** What lies under a place in the board's box (CSS pixels): the square, and the point of the board. */
  under(x: number, y: number): { square: Square | undefined; point: Point } | undefined {
    const hit = raycast(
      this.#renderer.ray(x, y),
      this.#view.heightmap,
      this.#spheres().map(({ sphere }) => sphere),
    );
    return hit && { square: this.#view.squareAt(hit.cell), point: toBoard(this.#view.size, hit.spot) };
  }

  /** Draws at once, so that the canvas can be copied in the same task. */
  show(): void {
    this.#renderer.show();
  }

  /** Where a square's floor is seen in the board's box. */
  seen(square: Square): { x: number; y: number } {
    return this.#renderer.seen(floorCentre(this.#view, square));
  }

  /** Before each frame: what is hidden depends on everything that moves. */
  prepare(): void {
    const { x, y, z } = this.#renderer.camera.position;
    this.#ghosts.show(this.#view, hiddenTs({ x, y, z }, this.#view, this.#spheres()), this.#colours);
    if (this.#orbit === this.#told) return;
    this.#told = this.#orbit;
    this.#onlook();
  }

  dispose(): void {
    disposeTerrain(this.#ground);
    this.#pieces.dispose();
    this.#ghosts.dispose();
    this.#sheet.dispose();
    this.#tag.dispose();
    this.#names.clear();
    this.#callSigns.clear();
    this.#table.geometry.dispose();
    this.#table.material.dispose();
    this.#lights.sun.dispose();
    this.#renderer.dispose();
  }

  #look(orbit: Orbit): void {
    this.#orbit = orbit;
    turnSun(this.#lights, orbit.azimuth - HOME.azimuth);
    const names = this.#named ? labelSpots(this.#view).map(({ at }) => at) : [];
    const seen = this.#renderer.narrow ? forNarrowScreen(orbit) : orbit;
    this.#renderer.stand(stand(seen, [...boundingPoints(this.#view), ...names], this.#renderer.aspect));
    this.#renderer.draw(true);
  }

  #redraw(): void {
    this.#sheet.draw(this.#view.size, this.#lines, this.#texts, this.#colours);
    this.#renderer.draw();
  }

  /** Writes all that is written on the model. */
  #write(): void {
    if (this.#lettered) this.letter(true);
    this.#names.write(this.#named ? this.#view : undefined, this.#colours);
    this.#redraw();
  }

  #showCall(): void {
    this.#callSigns.show(this.#view, this.#call, this.#sizeAt, this.#colours);
  }

  /** A little over the floor at a point of the board. */
  #over(point: Point): Point3D {
    const { heightmap, size } = this.#view;
    const spot = toModel(size, point, heightAt(heightmap, Math.floor(point.x / SQUARE), Math.floor(point.y / SQUARE)));
    return { ...spot, y: spot.y + HELD_OVER };
  }

  #spheres(): (PlacedPiece & { at: Point3D; sphere: PieceSphere })[] {
    return this.#placed
      .filter(({ square }) => square !== this.#held)
      .map((one) => {
        const at = floorCentre(this.#view, one.square);
        return { ...one, at, sphere: { cell: this.#view.cellOf(one.square), at, radius: pieceRadius(one.piece.size) } };
      });
  }
}
