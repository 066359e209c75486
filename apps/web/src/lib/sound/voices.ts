import type { Cue } from './cues.ts';

/** One note: `hz` is its lowest partial, `after` and `decay` are in seconds, `loud` is 0 to 1. */
type Note = {
  readonly body: 'wood' | 'clay';
  readonly hz: number;
  readonly decay: number;
  readonly loud: number;
  readonly after?: number;
};

/** Partials of a sounding body: multiples of the lowest, each with its share of loudness and decay. */
const BODIES = {
  // A wooden bar: its overtones decay at once.
  wood: {
    tones: [
      [1, 0.6, 1],
      [2.76, 0.2, 0.45],
      [5.4, 0.08, 0.2],
    ],
    knock: 0.12,
  },
  // Fired clay: brighter, rings longer.
  clay: {
    tones: [
      [1, 0.55, 1],
      [2.32, 0.25, 0.8],
      [4.25, 0.12, 0.5],
    ],
    knock: 0.08,
  },
} as const satisfies Record<Note['body'], { tones: readonly (readonly [number, number, number])[]; knock: number }>;

const wood = (hz: number, loud = 0.7, after = 0, decay = 0.1): Note => ({ body: 'wood', hz, loud, after, decay });
const clay = (hz: number, loud = 0.5, after = 0, decay = 0.14): Note => ({ body: 'clay', hz, loud, after, decay });

/** The notes of each cue. Higher ground sounds higher; a capture is wood, then clay; a call rings. */
export const VOICES: Readonly<Record<Cue, readonly Note[]>> = {
  along: [wood(330)],
  up: [wood(330, 0.45), wood(440, 0.7, 0.06)],
  down: [wood(330, 0.45), wood(247, 0.75, 0.06)],
  take: [wood(196, 0.9, 0, 0.12), clay(1320, 0.35, 0.04, 0.1)],
  terrace: [clay(880, 0.5), clay(1175, 0.5, 0.1, 0.2)],
  mate: [clay(880, 0.5), clay(1175, 0.5, 0.08), clay(1568, 0.5, 0.16, 0.2)],
  low: [wood(740, 0.6, 0, 0.05), wood(740, 0.6, 0.13, 0.05)],
  turn: [clay(660, 0.4, 0, 0.18)],
  begin: [wood(262, 0.6), wood(330, 0.6, 0.09), wood(392, 0.7, 0.18)],
  won: [clay(523, 0.45), clay(659, 0.45, 0.09), clay(784, 0.5, 0.18, 0.2)],
  lost: [wood(392, 0.6), wood(311, 0.6, 0.1), wood(233, 0.7, 0.2, 0.16)],
  drawn: [wood(392, 0.6), wood(392, 0.6, 0.14, 0.16)],
  chat: [clay(1047, 0.25, 0, 0.08)],
  invitation: [clay(784, 0.4), clay(1047, 0.45, 0.12, 0.2)],
};

/** Attack time in seconds, which avoids clicks. */
const SWELL = 0.003;
const KNOCK = 0.012;
const SILENCE = 0.0001;

/** Starts at `at` of the context's clock. Every cue ends within 0.4 s. */
export function playCue(context: BaseAudioContext, out: AudioNode, cue: Cue, at: number): void {
  for (const { body, hz, decay, loud, after = 0 } of VOICES[cue]) {
    const { tones, knock } = BODIES[body];
    const start = at + after;
    for (const [times, share, length] of tones) tone(context, out, hz * times, share * loud, start, decay * length);
    playNoise(context, out, hz * 4, knock * loud, start);
  }
}

function tone(context: BaseAudioContext, out: AudioNode, hz: number, loud: number, start: number, decay: number): void {
  const voice = context.createOscillator();
  voice.frequency.value = hz;
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(SILENCE, start);
  envelope.gain.linearRampToValueAtTime(loud, start + SWELL);
  envelope.gain.exponentialRampToValueAtTime(SILENCE, start + SWELL + decay);
  voice.connect(envelope).connect(out);
  voice.start(start);
  voice.stop(start + SWELL + decay);
}

function playNoise(context: BaseAudioContext, out: AudioNode, hz: number, loud: number, start: number): void {
  const length = Math.ceil(context.sampleRate * KNOCK);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 7;
  for (let n = 0; n < length; n++) {
    seed = (seed * 16_807) % 2_147_483_647;
    samples[n] = (seed / 1_073_741_823.5 - 1) * (1 - n / length);
  }
  const noise = context.createBufferSource();
  noise.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = Math.min(hz, context.sampleRate / 2.5);
  const gain = context.createGain();
  gain.gain.value = loud;
  noise.connect(band).connect(gain).connect(out);
  noise.start(start);
}
