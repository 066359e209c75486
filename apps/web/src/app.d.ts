/// <reference types="@sveltejs/adapter-node" />

declare module 'node:http' {
  interface IncomingMessage {
    /** Requests the API of play, as the visitor, while a page is rendered. */
    fetchApi?: (path: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal) => Promise<Response>;
    /** Renders an SVG without style sheets and fonts as PNG. `shows` is the key of its cache. */
    renderPng?: (shows: string, draw: () => string) => Promise<Uint8Array>;
    publicUrl?: string;
    source?: string;
    /** Logs a rendering error. @returns the reference to show to the reader */
    logFailure?: (error: unknown) => string;
  }
}

declare global {
  namespace App {
    interface Error {
      /** The server's reason for a refusal, in the reader's language. */
      why?: string;
      /** Identifies the log entry of this error. */
      reference?: string;
    }
    interface PageData {
      /** The link preview of this page, if it depends on the page's data. */
      preview?: import('#lib/preview/link-preview.ts').LinkPreview;
    }
    interface PageState {
      inviting?: true;
    }
    interface Locals {
      preferences: import('@terrace/protocol').Preferences;
      language: import('@terrace/protocol').Language;
    }
  }
}

export {};
