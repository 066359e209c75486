/** Renderer names of software rasterizers in Chromium, Mesa and Windows. */
const PROGRAMS = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether WebGL runs on the CPU, where multisampling costs a third of each frame. */
export function drawsWithoutGraphicsCard(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return false;
  const named = context.getExtension('WEBGL_debug_renderer_info'); // missing in browsers that report it in RENDERER
  const renderer: unknown = context.getParameter(named?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return PROGRAMS.test(String(renderer));
}
