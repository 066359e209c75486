import type { Side, Square } from '@terrace/rules';
import { Mesh, PlaneGeometry, ShadowMaterial } from 'three';
import type { Call, PlacedPiece } from '../board-state.ts';
import { type FloorTextOptions, floorTexts } from '../floor-texts.ts';
import type { BoardGeometry, Point } from '../geometry.ts';
import { heightAt, SQUARE } from '../heightmap.ts';
import type { NewMove } from '../move-detector.ts';
import { animateMove } from './animate-move.ts';
import { CallMarkers } from './call-markers.ts';
import { CameraOrbit } from './camera-orbit.ts';
import { type Colours, readColours } from './colours.ts';
import { CoordinateLabels, labelPoints } from './coordinate-labels.ts';
import { paintFloorTexture } from './floor-texture.ts';
import { colourLights, createLights, type Lights } from './lights.ts';
import { MarkerOverlay } from './marker-overlay.ts';
import type { Stroke } from './marker-strokes.ts';
import {
  boundingPoints,
  floorCentre,
  type Point3D,
  pieceRadius,
  rotationBetween,
  SLAB,
  toBoard,
  toModel,
} from './model-space.ts';
import { findOccludedTs, OccludedTMarkers } from './occluded-t-markers.ts';
import { quarterTurns } from './orbit.ts';
import { PieceMeshes, placePiece } from './piece-meshes.ts';
import { type PieceSphere, raycast } from './raycast.ts';
import { RefusedMarker } from './refused-marker.ts';
import { type Box, Renderer } from './renderer.ts';
import { buildTerrain, disposeTerrain, paintTerrain, type Terrain } from './terrain-mesh.ts';

/** Height of a dragged piece above the floor, in squares. */
const DRAG_HEIGHT = 0.2;

export class BoardScene {
  readonly camera: CameraOrbit;
  readonly #renderer: Renderer;
  readonly #themeProbe: HTMLElement;
  readonly #pieces = new PieceMeshes();
  readonly #lights: Lights;
  readonly #overlay = new MarkerOverlay();
  readonly #occludedTMarkers = new OccludedTMarkers();
  readonly #refused: RefusedMarker;
  readonly #labels = new CoordinateLabels();
  readonly #callMarkers = new CallMarkers();
  readonly #table = new Mesh(new PlaneGeometry(60, 60), new ShadowMaterial());
  #colours: Colours;
  #geometry: BoardGeometry;
  #terrain: Terrain;
  #placed: readonly PlacedPiece[] = [];
  #strokes: readonly Stroke[] = [];
  #texts: Pick<FloorTextOptions, 'numerals' | 'names'> = { numerals: false, names: false };
  /** Quarter turns of the camera from home; upright markers turn with it. */
  #turn = 0;
  #dragged: Square | undefined;
  #hasLetters = false;
  #hasLabels = false;
  #call: Call | undefined;
  #radiusAt: (square: Square) => number = () => 0;

  private constructor(renderer: Renderer, themeProbe: HTMLElement, geometry: BoardGeometry, onorbit: () => void) {
    this.#renderer = renderer;
    this.#themeProbe = themeProbe;
    this.#geometry = geometry;
    this.#colours = readColours(themeProbe);
    this.#refused = new RefusedMarker(this.#colours);
    this.#lights = createLights(geometry.size);
    this.#terrain = buildTerrain(geometry);
    this.camera = new CameraOrbit(renderer, this.#lights, () => this.#visiblePoints(), onorbit);
    this.#table.rotation.x = -Math.PI / 2;
    this.#table.position.y = -SLAB.height;
    this.#table.receiveShadow = true;
    this.#overlay.setGeometry(geometry);
    renderer.scene.add(
      this.#lights.group,
      this.#terrain.group,
      this.#table,
      this.#overlay.mesh,
      this.#pieces.group,
      this.#occludedTMarkers.group,
      this.#refused.sprite,
      this.#labels.group,
      this.#callMarkers.group,
    );
    this.updateTheme();
  }

  /**
   * @param themeProbe an empty element inside the board's theme
   * @param onorbit called before each frame in which the orbit has changed
   * @returns undefined without WebGL 2
   */
  static create(
    canvas: HTMLCanvasElement,
    themeProbe: HTMLElement,
    geometry: BoardGeometry,
    onorbit: () => void,
  ): BoardScene | undefined {
    let scene: BoardScene | undefined;
    const renderer = Renderer.create(canvas, () => scene?.beforeFrame());
    scene = renderer && new BoardScene(renderer, themeProbe, geometry, onorbit);
    return scene;
  }

  async ready(): Promise<void> {
    await document.fonts.ready; // canvas text needs loaded fonts
    this.#drawText();
    await this.#renderer.warmUp();
  }

  updateTheme(): void {
    this.#colours = readColours(this.#themeProbe);
    colourLights(this.#lights, this.#colours);
    this.#pieces.colour(this.#colours);
    this.#table.material.color.set(this.#colours.dark ? '#000000' : '#2c4458');
    this.#table.material.opacity = this.#colours.dark ? 0.45 : 0.2;
    paintTerrain(this.#terrain, this.#colours, paintFloorTexture(this.#geometry, this.#colours));
    this.#drawText();
    this.#updateCall();
    this.#renderer.requestFrame({ shadows: true });
  }

  /** Changes the orientation. Rotations are animated, mirroring is not. */
  setGeometry(geometry: BoardGeometry): void {
    if (geometry === this.#geometry) return;
    const rotation = rotationBetween(this.#geometry, geometry);
    this.#geometry = geometry;
    this.#renderer.scene.remove(this.#terrain.group);
    disposeTerrain(this.#terrain);
    this.#terrain = buildTerrain(geometry);
    this.#renderer.scene.add(this.#terrain.group);
    paintTerrain(this.#terrain, this.#colours, paintFloorTexture(geometry, this.#colours));
    this.#overlay.setGeometry(geometry);
    this.#drawText();
    this.#updateCall();
    this.camera.rotateBoard(rotation);
    this.#pieces.update(geometry, this.#placed);
  }

  setPieces(placed: readonly PlacedPiece[]): void {
    this.#renderer.animations.finish();
    this.#placed = placed;
    this.#pieces.update(this.#geometry, placed);
    if (this.#hasLetters) this.setLetters(true);
    this.#renderer.requestFrame({ shadows: true });
  }

  showMove(move: NewMove, animated: boolean): void {
    animateMove(move, animated, this.#pieces, this.#geometry, this.#renderer);
  }

  setFaded(sides: readonly Side[]): void {
    this.#pieces.fade(sides);
    this.#renderer.requestFrame();
  }

  setSelected(square: Square | undefined): void {
    this.#pieces.lift(this.#geometry, square);
    this.#renderer.requestFrame({ shadows: true });
  }

  /** Moves a dragged piece to a point of the board; without a point, back to its square. */
  drag(square: Square | undefined, point: Point | undefined): void {
    this.#dragged = point && square;
    const mesh = square === undefined ? undefined : this.#pieces.at(square);
    if (mesh === undefined) return;
    if (point) placePiece(mesh, this.#above(point), this.#geometry);
    else this.#pieces.lift(this.#geometry, square);
    this.#renderer.requestFrame({ shadows: true });
  }

  setRefused(square: Square | undefined, radiusAt: (square: Square) => number): void {
    if (square === undefined) this.#refused.show(undefined, 0);
    else this.#refused.show(floorCentre(this.#geometry, square), radiusAt(square));
    this.#renderer.requestFrame();
  }

  setRings(shown: boolean): void {
    this.#pieces.setRings(shown);
    this.#renderer.requestFrame();
  }

  setLetters(shown: boolean): void {
    this.#hasLetters = shown;
    this.#pieces.setLetters(shown ? this.#colours : undefined);
    this.#renderer.requestFrame();
  }

  setCoordinateLabels(shown: boolean): void {
    if (shown === this.#hasLabels) return;
    this.#hasLabels = shown;
    this.#drawText();
    this.camera.refresh();
  }

  setCall(call: Call | undefined, radiusAt: (square: Square) => number): void {
    if (call === undefined && this.#call === undefined) return;
    this.#call = call;
    this.#radiusAt = radiusAt;
    this.#updateCall();
    this.#renderer.requestFrame();
    if (call !== undefined) this.#callMarkers.animate(this.#renderer);
  }

  setMarkers(strokes: readonly Stroke[], texts: Pick<FloorTextOptions, 'numerals' | 'names'>): void {
    this.#strokes = strokes;
    this.#texts = texts;
    this.#drawOverlay();
  }

  resize(box: Box): void {
    this.#renderer.resize(box);
    this.camera.refresh();
  }

  /** The square and the board point under a position in the board's box (CSS pixels). */
  under(x: number, y: number): { square: Square | undefined; point: Point } | undefined {
    const spheres = this.#spheres().map(({ sphere }) => sphere);
    const hit = raycast(this.#renderer.ray(x, y), this.#geometry.heightmap, spheres);
    return hit && { square: this.#geometry.squareAt(hit.cell), point: toBoard(this.#geometry.size, hit.point) };
  }

  renderNow(): void {
    this.#renderer.renderNow();
  }

  /** Projects the centre of a square's floor to the board's box, in CSS pixels. */
  project(square: Square): { x: number; y: number } {
    return this.#renderer.project(floorCentre(this.#geometry, square));
  }

  /** Occluded Ts depend on all motion, so they are recomputed before each frame. */
  beforeFrame(): void {
    this.#pieces.setDetail(this.#renderer.coarse ? 'coarse' : 'fine');
    const turn = quarterTurns(this.camera.orbit);
    if (turn !== this.#turn) {
      this.#turn = turn;
      this.#drawOverlay();
    }
    const { x, y, z } = this.#renderer.camera.position;
    const hidden = findOccludedTs({ x, y, z }, this.#geometry, this.#spheres());
    this.#occludedTMarkers.show(this.#geometry, hidden, this.#colours);
    this.camera.beforeFrame();
  }

  dispose(): void {
    disposeTerrain(this.#terrain);
    this.#pieces.dispose();
    this.#occludedTMarkers.dispose();
    this.#overlay.dispose();
    this.#refused.dispose();
    this.#labels.clear();
    this.#callMarkers.clear();
    this.#table.geometry.dispose();
    this.#table.material.dispose();
    this.#lights.sun.dispose();
    this.#renderer.dispose();
  }

  #visiblePoints(): readonly Point3D[] {
    const labels = this.#hasLabels ? labelPoints(this.#geometry).map(({ at }) => at) : [];
    return [...boundingPoints(this.#geometry), ...labels];
  }

  #drawOverlay(): void {
    const turn = this.#turn;
    const texts = floorTexts(this.#geometry, { ...this.#texts, turn, solid: true });
    this.#overlay.draw(this.#geometry.size, { strokes: this.#strokes, texts, turn }, this.#colours);
    this.#renderer.requestFrame();
  }

  #drawText(): void {
    if (this.#hasLetters) this.setLetters(true);
    this.#labels.update(this.#hasLabels ? this.#geometry : undefined, this.#colours);
    this.#drawOverlay();
  }

  #updateCall(): void {
    this.#callMarkers.update(this.#geometry, this.#call, this.#radiusAt, this.#colours);
  }

  #above({ x, y }: Point): Point3D {
    const { heightmap, size } = this.#geometry;
    const floor = toModel(size, { x, y }, heightAt(heightmap, Math.floor(x / SQUARE), Math.floor(y / SQUARE)));
    return { ...floor, y: floor.y + DRAG_HEIGHT };
  }

  #spheres(): (PlacedPiece & { at: Point3D; sphere: PieceSphere })[] {
    return this.#placed
      .filter(({ square }) => square !== this.#dragged)
      .map((placed) => {
        const { square, piece } = placed;
        const at = floorCentre(this.#geometry, square);
        return { ...placed, at, sphere: { cell: this.#geometry.cellOf(square), at, radius: pieceRadius(piece) } };
      });
  }
}
