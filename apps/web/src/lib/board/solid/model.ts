import type { Size, Square } from '@terrace/rules';
import { Mesh, PlaneGeometry, ShadowMaterial } from 'three';
import type { Arrival } from '../arrivals.ts';
import type { Call, Placed } from '../placed.ts';
import { heightAt, UNIT } from '../relief.ts';
import { travelMs, VANISH_MS } from '../travel.ts';
import type { Point, View } from '../view.ts';
import { CallSigns } from './call.ts';
import { type Colours, readColours } from './colours.ts';
import { paintFloorMap } from './floor-map.ts';
import { Ghosts, hiddenTs } from './ghosts.ts';
import { ease, journey } from './journey.ts';
import { colourLights, hangLights, type Lights, turnSun } from './light.ts';
import type { Line, Word } from './lines.ts';
import { Names, nameSpots } from './names.ts';
import { between, HOME, type Orbit, squarer, stand, unwound, within } from './orbit.ts';
import { type Ball, firstHit } from './pick.ts';
import { fadeable, Pieces, place } from './pieces.ts';
import { floorOf, outermost, pointOf, reach, SLAB, type Spot, spotOf, swing } from './place.ts';
import { Sheet } from './sheet.ts';
import { type Box, Stage } from './stage.ts';
import { Tag } from './tag.ts';
import { buildGround, dropGround, type Ground, paintGround } from './terraces.ts';

const TURN_MS = 260;
const CALM_MS = 80;
const HELD_OVER = 0.2;
const ARROW_MS = 240;
/** A call's rings pulse twice, then rest (LOOK 1). */
const PULSES = { ms: 1200, times: 2, least: 0.35 };

/** The board as a model: what stands on it, what is drawn on its floors, and from where it is looked at. */
export class Model {
  readonly #stage: Stage;
  readonly #probe: HTMLElement;
  readonly #pieces: Pieces;
  readonly #lights: Lights;
  readonly #sheet = new Sheet();
  readonly #ghosts = new Ghosts();
  readonly #tag: Tag;
  readonly #names = new Names();
  readonly #callSigns = new CallSigns();
  /** Called before a frame that shows the board from somewhere else. */
  readonly #onlook: () => void;
  readonly #table = new Mesh(new PlaneGeometry(60, 60), new ShadowMaterial());
  #colours: Colours;
  #view: View;
  #ground: Ground;
  #placed: readonly Placed[] = [];
  #lines: readonly Line[] = [];
  #words: readonly Word[] = [];
  #held: Square | undefined;
  #lettered = false;
  #named = false;
  #call: Call | undefined;
  #sizeAt: (square: Square) => Size | undefined = () => undefined;
  #orbit: Orbit = HOME;
  #told: Orbit | undefined;

  private constructor(stage: Stage, probe: HTMLElement, view: View, onlook: () => void) {
    this.#stage = stage;
    this.#onlook = onlook;
    this.#probe = probe;
    this.#view = view;
    this.#colours = readColours(probe);
    this.#tag = new Tag(this.#colours);
    this.#pieces = new Pieces();
    this.#lights = hangLights(view.size);
    this.#ground = buildGround(view);
    this.#table.rotation.x = -Math.PI / 2;
    this.#table.position.y = -SLAB.height;
    this.#table.receiveShadow = true;
    this.#sheet.lay(view);
    stage.scene.add(
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

  /** A model on a canvas; nothing where the browser cannot draw one. `probe` is an empty element where the theme holds. */
  static on(canvas: HTMLCanvasElement, probe: HTMLElement, view: View, onlook: () => void): Model | undefined {
    let model: Model | undefined;
    const stage = Stage.on(canvas, () => model?.prepare());
    model = stage && new Model(stage, probe, view, onlook);
    return model;
  }

  /** Resolves when the first frame is drawn. */
  async ready(): Promise<void> {
    await document.fonts.ready; // a canvas writes only with what the page has
    this.#write();
    await this.#stage.warm();
  }

  /** The theme has changed, or is read for the first time. */
  recolour(): void {
    this.#colours = readColours(this.#probe);
    colourLights(this.#lights, this.#colours);
    this.#pieces.colour(this.#colours);
    this.#table.material.color.set(this.#colours.dark ? '#000000' : '#2c4458');
    this.#table.material.opacity = this.#colours.dark ? 0.45 : 0.2;
    paintGround(this.#ground, this.#colours, paintFloorMap(this.#view, this.#colours));
    this.#write();
    this.#showCall();
    this.#stage.draw(true);
  }

  /** Lays the board out as a view has it. A turn of the board is seen as one. */
  see(view: View): void {
    if (view === this.#view) return;
    const before = this.#view;
    this.#view = view;
    this.#stage.scene.remove(this.#ground.group);
    dropGround(this.#ground);
    this.#ground = buildGround(view);
    this.#stage.scene.add(this.#ground.group);
    paintGround(this.#ground, this.#colours, paintFloorMap(view, this.#colours));
    this.#sheet.lay(view);
    this.#write();
    this.#showCall();
    const turn = swing(before, view);
    if (turn === undefined) this.#look(this.#orbit);
    else this.lookFrom({ ...this.#orbit, azimuth: this.#orbit.azimuth + turn }, HOME);
    this.#pieces.stand(view, this.#placed);
  }

  stand(placed: readonly Placed[]): void {
    this.#stage.motions.finish();
    this.#placed = placed;
    this.#pieces.stand(this.#view, placed);
    if (this.#lettered) this.letter(true);
    this.#stage.draw(true);
  }

  /** Shows the newest move: the piece that stands at its end comes there, and what it took goes. */
  arrive({ trace: { to, way, kind }, travels, victim }: Arrival, animated: boolean): void {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const ms = !travels || !animated ? 0 : calm ? CALM_MS : travelMs(kind, way.length);
    const dome = this.#pieces.at(to);
    if (dome && ms > 0 && !calm) {
      const at = journey(
        kind,
        way.map((square) => floorOf(this.#view, square)),
      );
      place(dome, at(0), this.#view);
      this.#stage.move(ms, (share) => place(dome, at(ease(share)), this.#view));
    }
    if (victim === undefined) return;
    const taken = this.#pieces.make(victim.piece);
    place(taken, floorOf(this.#view, victim.square), this.#view);
    const fade = fadeable(taken);
    this.#pieces.group.add(taken.group);
    this.#stage.move(
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
    this.#stage.draw(true);
  }

  /** A piece held by the pointer over a point of the board; nowhere when it is let go. */
  hold(square: Square | undefined, point: Point | undefined): void {
    this.#held = point && square;
    const dome = square === undefined ? undefined : this.#pieces.at(square);
    if (dome === undefined) return;
    if (point) place(dome, this.#over(point), this.#view);
    else this.#pieces.lift(this.#view, square);
    this.#stage.draw(true);
  }

  /** Says "not there" on a square. */
  refuse(square: Square | undefined, sizeAt: (square: Square) => Size | undefined): void {
    if (square === undefined) this.#tag.show(undefined, undefined);
    else this.#tag.show(floorOf(this.#view, square), sizeAt(square));
    this.#stage.draw();
  }

  /** Whether each piece's size stands on its crown. */
  letter(shown: boolean): void {
    this.#lettered = shown;
    this.#pieces.letter(shown ? this.#colours : undefined);
    this.#stage.draw();
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
    this.#stage.draw();
    if (call === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const signs = this.#callSigns;
    this.#stage.move(ARROW_MS, (share) => signs.draw(ease(share)), { shadows: false });
    const { ms, times, least } = PULSES;
    const dip = (share: number) => ((1 - least) * (1 - Math.cos(2 * Math.PI * times * share))) / 2;
    this.#stage.move(ms, (share) => signs.fade(1 - dip(share)), { shadows: false });
  }

  /** Draws the signs that lie on the floors. */
  draw(lines: readonly Line[], words: readonly Word[]): void {
    this.#lines = lines;
    this.#words = words;
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
    const start = unwound(from, to.azimuth);
    this.#look(start);
    this.#stage.move(TURN_MS, (share) => this.#look(between(start, to, ease(share))));
  }

  resize(box: Box): void {
    this.#stage.resize(box);
    this.#look(this.#orbit);
  }

  /** What lies under a place in the board's box (CSS pixels): the square, and the point of the board. */
  under(x: number, y: number): { square: Square | undefined; point: Point } | undefined {
    const hit = firstHit(
      this.#stage.ray(x, y),
      this.#view.relief,
      this.#balls().map(({ ball }) => ball),
    );
    return hit && { square: this.#view.squareAt(hit.cell), point: pointOf(this.#view.size, hit.spot) };
  }

  /** Draws at once, so that the canvas can be copied in the same task. */
  show(): void {
    this.#stage.show();
  }

  /** Where a square's floor is seen in the board's box. */
  seen(square: Square): { x: number; y: number } {
    return this.#stage.seen(floorOf(this.#view, square));
  }

  /** Before each frame: what is hidden depends on everything that moves. */
  prepare(): void {
    const { x, y, z } = this.#stage.camera.position;
    this.#ghosts.show(this.#view, hiddenTs({ x, y, z }, this.#view, this.#balls()), this.#colours);
    if (this.#orbit === this.#told) return;
    this.#told = this.#orbit;
    this.#onlook();
  }

  dispose(): void {
    dropGround(this.#ground);
    this.#pieces.dispose();
    this.#ghosts.dispose();
    this.#sheet.dispose();
    this.#tag.dispose();
    this.#names.clear();
    this.#callSigns.clear();
    this.#table.geometry.dispose();
    this.#table.material.dispose();
    this.#lights.sun.dispose();
    this.#stage.dispose();
  }

  #look(orbit: Orbit): void {
    this.#orbit = orbit;
    turnSun(this.#lights, orbit.azimuth - HOME.azimuth);
    const names = this.#named ? nameSpots(this.#view).map(({ at }) => at) : [];
    const seen = this.#stage.narrow ? squarer(orbit) : orbit;
    this.#stage.stand(stand(seen, [...outermost(this.#view), ...names], this.#stage.aspect));
    this.#stage.draw(true);
  }

  #redraw(): void {
    this.#sheet.draw(this.#view.size, this.#lines, this.#words, this.#colours);
    this.#stage.draw();
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
  #over(point: Point): Spot {
    const { relief, size } = this.#view;
    const spot = spotOf(size, point, heightAt(relief, Math.floor(point.x / UNIT), Math.floor(point.y / UNIT)));
    return { ...spot, y: spot.y + HELD_OVER };
  }

  #balls(): (Placed & { at: Spot; ball: Ball })[] {
    return this.#placed
      .filter(({ square }) => square !== this.#held)
      .map((one) => {
        const at = floorOf(this.#view, one.square);
        return { ...one, at, ball: { cell: this.#view.cellOf(one.square), at, radius: reach(one.piece.size) } };
      });
  }
}
