import { NoToneMapping, PCFShadowMap, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { Animations } from './animations.ts';
import { drawsWithoutGraphicsCard } from './graphics-card.ts';
import type { Point3D } from './model-space.ts';
import { type CameraPose, FIELD_OF_VIEW } from './orbit.ts';
import type { Ray } from './raycast.ts';
import { Resolution } from './resolution.ts';

const MAX_PIXEL_RATIO = 2;
/** Where no samples smooth the edges of a picture at rest, more pixels do: these for one, in either direction. */
const SMOOTHING = 1.5;
const NARROW_PX = 480;
/** So long after the last frame nothing moves any more, in ms. */
const REST_MS = 250;

/** Width and height of the board's box in CSS pixels, and how far the picture reaches beyond it on every side. */
export type Box = { readonly width: number; readonly height: number; readonly bleed: number };

/** A scene, its camera and the canvas it is drawn on: frames are drawn only when something has changed. */
export class Renderer {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 5, 80);
  readonly animations = new Animations();
  readonly renderer: WebGLRenderer;
  /** Called before each frame. */
  readonly #beforeFrame: () => void;
  #box: Box = { width: 1, height: 1, bleed: 0 };
  #frame: number | undefined;
  readonly #resolution = new Resolution();
  /** The resolution has changed: a canvas that is fitted is empty until the next frame is drawn. */
  #unfit = false;
  /** The next frame is the one in full after a motion: it may take its time. */
  #sharpens = false;
  /** Whether something that casts a shadow has moved since shadows were drawn. */
  #shadows = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #warm = false;
  #gone = false;
  /** Pixels of a picture at rest for one of the screen, in either direction. */
  readonly #smoothing: number;

  private constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext, beforeFrame: () => void) {
    this.#beforeFrame = beforeFrame;
    this.#smoothing = context.getContextAttributes()?.antialias === false ? SMOOTHING : 1;
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.toneMapping = NoToneMapping; // floors must keep their shade
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.debug.checkShaderErrors = false; // asking would wait for every one of them
  }

  /** Undefined where the browser has no WebGL 2. */
  static create(canvas: HTMLCanvasElement, beforeFrame: () => void): Renderer | undefined {
    const antialias = !drawsWithoutGraphicsCard();
    const context = canvas.getContext('webgl2', { antialias, alpha: true, premultipliedAlpha: true });
    return context === null ? undefined : new Renderer(canvas, context, beforeFrame);
  }

  /** Compiles the shaders without blocking the page, then draws the first frame; nothing is drawn before. */
  async warmUp(): Promise<void> {
    const { extensions } = this.renderer;
    if (extensions.has('KHR_parallel_shader_compile')) await this.renderer.compileAsync(this.scene, this.camera);
    else this.renderer.compile(this.scene, this.camera);
    if (this.#gone) return;
    this.#warm = true;
    this.#shadows = true;
    this.#paint(performance.now());
  }

  /** Whether frames are drawn with less than the full resolution, in which nothing small is seen. */
  get coarse(): boolean {
    return this.#resolution.share < 1;
  }

  get aspect(): number {
    return this.#box.width / this.#box.height;
  }

  /** A phone's picture, in which every pixel of width counts. */
  get narrow(): boolean {
    return this.#box.width < NARROW_PX;
  }

  resize(box: Box): void {
    this.#box = box;
    const { width, height, bleed } = box;
    this.#fitPixels();
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, -bleed, -bleed, width + 2 * bleed, height + 2 * bleed);
    this.requestFrame();
  }

  placeCamera({ eye, target }: CameraPose): void {
    this.camera.position.set(eye.x, eye.y, eye.z);
    this.camera.lookAt(target.x, target.y, target.z);
    this.camera.updateMatrixWorld();
    this.requestFrame();
  }

  /** Requests a frame. @param shadows whether something that casts a shadow has moved */
  requestFrame({ shadows = false } = {}): void {
    this.#shadows ||= shadows;
    if (this.#warm) this.#frame ??= requestAnimationFrame((now) => this.#paint(now));
  }

  /** Moves something for a while: `step` is called with 0 to 1, the last time with 1. Markers throw no shadows. */
  animate(ms: number, step: (share: number) => void, { wait = 0, shadows = true } = {}): void {
    const whole = (share: number) => {
      this.#shadows ||= shadows;
      step(share);
    };
    this.animations.add(performance.now(), ms, whole, wait);
    this.requestFrame();
  }

  /** Draws at once: a canvas keeps its picture only for the task it was drawn in. */
  renderNow(): void {
    this.#sharpen();
    if (this.#unfit) this.#fitPixels();
    this.#beforeFrame();
    this.#updateShadows();
    this.renderer.render(this.scene, this.camera);
  }

  /** The ray from the camera through a place in the board's box, in CSS pixels from its upper left. */
  ray(x: number, y: number): Ray {
    const { width, height } = this.#box;
    const bleed = this.#box.bleed;
    const ndc = new Vector3(
      ((x + bleed) / (width + 2 * bleed)) * 2 - 1,
      1 - ((y + bleed) / (height + 2 * bleed)) * 2,
      0.5,
    );
    const origin = this.camera.position.clone();
    return { origin, direction: ndc.unproject(this.camera).sub(origin) };
  }

  /** Where a spot of the model is seen in the board's box. */
  project(point: Point3D): { x: number; y: number } {
    const { width, height, bleed } = this.#box;
    const { x, y } = new Vector3(point.x, point.y, point.z).project(this.camera);
    return {
      x: ((x + 1) / 2) * (width + 2 * bleed) - bleed,
      y: ((1 - y) / 2) * (height + 2 * bleed) - bleed,
    };
  }

  dispose(): void {
    this.#gone = true;
    clearTimeout(this.#rest);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.renderer.dispose();
    if (!this.renderer.getContext().isContextLost()) this.renderer.forceContextLoss();
  }

  #paint(now: number): void {
    this.#frame = undefined;
    if (this.#unfit) this.#fitPixels();
    this.animations.advance(now);
    this.#beforeFrame();
    this.#updateShadows();
    this.renderer.render(this.scene, this.camera);
    if (this.animations.any) this.requestFrame();
    const sharpens = this.#sharpens;
    this.#sharpens = false;
    // The next frame comes when the machine is done with this one.
    requestAnimationFrame((next) => {
      if (!sharpens && this.#resolution.waited(next - now)) this.#unfit = true;
      this.#awaitRest();
    });
  }

  #awaitRest(): void {
    clearTimeout(this.#rest);
    if (this.#gone || this.#resolution.share === 1) return;
    this.#rest = setTimeout(() => {
      if (this.#frame !== undefined || !this.#sharpen()) return;
      this.#sharpens = true;
      this.requestFrame();
    }, REST_MS);
  }

  /** Shadows cost as much as the rest of a frame: where that is too slow they follow at rest. */
  #updateShadows(): void {
    if (!this.#shadows || this.#resolution.share < 1) return;
    this.renderer.shadowMap.needsUpdate = true;
    this.#shadows = false;
  }

  /** Back to the full resolution. @returns whether it was less */
  #sharpen(): boolean {
    if (!this.#resolution.restore()) return false;
    this.#unfit = true;
    return true;
  }

  #fitPixels(): void {
    this.#unfit = false;
    const { width, height, bleed } = this.#box;
    const finest = Math.min(devicePixelRatio * (this.coarse ? 1 : this.#smoothing), MAX_PIXEL_RATIO);
    this.renderer.setPixelRatio(finest * this.#resolution.share);
    this.renderer.setSize(width + 2 * bleed, height + 2 * bleed, false);
  }
}
