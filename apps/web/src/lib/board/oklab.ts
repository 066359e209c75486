type Rgb = readonly [red: number, green: number, blue: number];

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const encoded = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055);

/** Cone responses of a color, linear in OKLab. @source https://bottosson.github.io/posts/oklab/ */
function cones(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  const [r, g, b] = [linear((value >> 16) / 255), linear(((value >> 8) & 255) / 255), linear((value & 255) / 255)];
  return [
    Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
    Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
    Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b),
  ];
}

/** The same color as `color-mix(in oklab, one, other share)`. @param one, other `#rrggbb` @param share of `other`, 0 to 1 */
export function mixColors(one: string, other: string, share: number): string {
  const [first, second] = [cones(one), cones(other)];
  const mix = (n: 0 | 1 | 2) => (first[n] * (1 - share) + second[n] * share) ** 3;
  const [l, m, s] = [mix(0), mix(1), mix(2)];
  const rgb: Rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const bytes = rgb.map((channel) => Math.round(255 * Math.min(Math.max(encoded(channel), 0), 1)));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
