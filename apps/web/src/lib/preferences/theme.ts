import type { Preferences } from '@terrace/protocol';

/** The attributes of `<html>` that styles go by. */
export type ThemeAttributes = {
  readonly theme: Preferences['theme'];
  /** Undefined while only the device knows whether the page is dark: a script decides before the first paint. */
  readonly board: string | undefined;
  readonly boardOnLight: string;
  readonly boardOnDark: string;
};

/** @param dark whether the device asks for dark pages; undefined where that is unknown, as on the server */
export function themeAttributes({ theme, boardOnLight, boardOnDark }: Preferences, dark?: boolean): ThemeAttributes {
  const onDark = theme === 'system' ? dark : theme === 'dark';
  const board = onDark === undefined && boardOnLight !== boardOnDark ? undefined : onDark ? boardOnDark : boardOnLight;
  return { theme, board, boardOnLight, boardOnDark };
}
