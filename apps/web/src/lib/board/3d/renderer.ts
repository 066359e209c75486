import { NoToneMapping, PCFShadowMap, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { Animations } from './animations.ts';
import { drawsWithoutGraphicsCard } from './graphics-card.ts';
import type { Point3D } from './model-space.ts';
import { type CameraPose, FIELD_OF_VIEW } from './orbit.ts';
import type { Ray } from './raycast.ts';
import { Resolution } from './resolution.ts';

const MAX_PIXEL_RATIO = 2;
/** Without multisampling, a still picture is supersampled by this factor in both dimensions. */
const SMOOTHING = 1.5;
const NARROW_PX = 480;
/** The scene is at rest this long after the last frame. */
const REST_MS = 250;

/** The board's box in CSS pixels, and how far the picture extends beyond it on every side. */
export type Box = { readonly width: number; readonly height: number; readonly bleed: number };

/** Renders the scene, and only after changes. */
export class Renderer {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 5, 80);
  readonly animations = new Animations();
  readonly renderer: WebGLRenderer;
  readonly #beforeFrame: () => void;
  #box: Box = { width: 1, height: 1, bleed: 0 };
  #frame: number | undefined;
  readonly #resolution = new Resolution();
  /** The resolution has changed. Resizing clears a canvas, so it waits for the next frame. */
  #unfit = false;
  #sharpens = false;
  #shadows = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #warm = false;
  #gone = false;
  readonly #smoothing: number;

  private constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext, beforeFrame: () => void) {
    this.#beforeFrame = beforeFrame;
    this.#smoothing = context.getContextAttributes()?.antialias === false ? SMOOTHING : 1;
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.toneMapping = NoToneMapping; // floors must keep their exact shade
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.debug.checkShaderErrors = false; // querying errors would block on each shader
  }

  static create(canvas: HTMLCanvasElement, beforeFrame: () => void): Renderer | undefined {
    const antialias = !drawsWithoutGraphicsCard();
    const context = canvas.getContext('webgl2', { antialias, alpha: true, premultipliedAlpha: true });
    return context === null ? undefined : new Renderer(canvas, context, beforeFrame);
  }

  /** Compiles the shaders, asynchronously if supported, then draws the first frame. */
  async warmUp(): Promise<void> {
    const { extensions } = this.renderer;
    if (extensions.has('KHR_parallel_shader_compile')) await this.renderer.compileAsync(this.scene, this.camera);
    else this.renderer.compile(this.scene, this.camera);
    if (this.#gone) return;
    this.#warm = true;
    this.#shadows = true;
    this.#paint(performance.now());
  }

  get coarse(): boolean {
    return this.#resolution.share < 1;
  }

  get aspect(): number {
    return this.#box.width / this.#box.height;
  }

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

  /** @param shadows whether a shadow caster has moved */
  requestFrame({ shadows = false } = {}): void {
    this.#shadows ||= shadows;
    if (this.#warm) this.#frame ??= requestAnimationFrame((now) => this.#paint(now));
  }

  /** Calls `step` with 0 to 1 over `ms`, the last time with 1. `shadows`: whether `step` moves a shadow caster. */
  animate(ms: number, step: (share: number) => void, { wait = 0, shadows = true } = {}): void {
    const whole = (share: number) => {
      this.#shadows ||= shadows;
      step(share);
    };
    this.animations.add(performance.now(), ms, whole, wait);
    this.requestFrame();
  }

  /** Draws synchronously: the canvas is readable only in the task that drew it. */
  renderNow(): void {
    this.#sharpen();
    if (this.#unfit) this.#fitPixels();
    this.#beforeFrame();
    this.#updateShadows();
    this.renderer.render(this.scene, this.camera);
  }

  /** The camera ray through a point of the board's box, in CSS pixels from its upper left. */
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
    // The next animation frame starts once the machine has finished this one.
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

  /** Shadows cost as much as the rest of a frame, so slow machines update them only at rest. */
  #updateShadows(): void {
    if (!this.#shadows || this.#resolution.share < 1) return;
    this.renderer.shadowMap.needsUpdate = true;
    this.#shadows = false;
  }

  /** Restores the full resolution. @returns whether it was reduced */
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
