declare module 'gifenc' {
  type Rgb = [red: number, green: number, blue: number];
  type Frame = {
    palette?: Rgb[];
    delay?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** 1: the next frame is drawn on top of this one. */
    dispose?: number;
  };
  type Encoder = {
    writeFrame(index: Uint8Array, width: number, height: number, frame: Frame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, colours: number, options: { format: 'rgb565' }): Rgb[];
  export function applyPalette(rgba: Uint8ClampedArray, palette: Rgb[], format: 'rgb565'): Uint8Array;
}
