/** What a renderer's name has in it where a program draws: those of Chromium, Mesa and Windows. */
const PROGRAMS = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether WebGL is drawn by the processor: then the samples that smooth edges cost a third of every frame. */
export function drawsWithoutGraphicsCard(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return false;
  const named = context.getExtension('WEBGL_debug_renderer_info'); // not in browsers that tell it anyway
  const renderer: unknown = context.getParameter(named?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return PROGRAMS.test(String(renderer));
}
