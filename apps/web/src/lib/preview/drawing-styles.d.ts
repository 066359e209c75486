declare module 'virtual:drawing-styles' {
  const css: string;
  export default css;
}
