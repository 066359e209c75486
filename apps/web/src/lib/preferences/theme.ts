import type { Preferences } from '@terrace/protocol';

/** Attributes of `<html>` that styles depend on. */
export type ThemeAttributes = {
  readonly theme: Preferences['theme'];
  /** Undefined if only the device knows whether the page is dark. A script then sets it before the first paint. */
  readonly board: string | undefined;
  readonly boardOnLight: string;
  readonly boardOnDark: string;
};

/** @param dark whether the device prefers dark pages; undefined if unknown, as on the server */
export function themeAttributes({ theme, boardOnLight, boardOnDark }: Preferences, dark?: boolean): ThemeAttributes {
  const onDark = theme === 'system' ? dark : theme === 'dark';
  const board = onDark === undefined && boardOnLight !== boardOnDark ? undefined : onDark ? boardOnDark : boardOnLight;
  return { theme, board, boardOnLight, boardOnDark };
}
