/// <reference types="@sveltejs/adapter-node" />

declare module 'node:http' {
  interface IncomingMessage {
    /** Asks the server's own API for a page that is rendered, without a connection. */
    fetchApi?: (path: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal) => Promise<Response>;
    /** A drawing that needs no style sheet and no font, as a PNG; drawn only where what it shows was not drawn lately. */
    renderPng?: (shows: string, draw: () => string) => Promise<Uint8Array>;
    /** The server's address for the world, where it is known. */
    publicUrl?: string;
    /** Where the server's source can be read, if it says so. */
    source?: string;
    /** Logs why a page could not be rendered. @returns what the reader is told to find it by */
    logFailure?: (error: unknown) => string;
  }
}

declare global {
  namespace App {
    interface Error {
      /** Why the server refused, in the reader's language. */
      why?: string;
      /** Identifies the entry of this error in the log. */
      reference?: string;
    }
    interface PageData {
      /** What is said of this page beside a link to it, where that depends on what it shows. */
      preview?: import('#lib/preview/link-preview.ts').LinkPreview;
    }
    interface PageState {
      /** The table was opened to invite somebody. */
      inviting?: boolean;
    }
    interface Locals {
      preferences: import('@terrace/protocol').Preferences;
      language: import('@terrace/protocol').Language;
    }
  }
}

export {};
