/// <reference types="@sveltejs/adapter-node" />

declare module 'node:http' {
  interface IncomingMessage {
    /** Asks the server's own API for a page that is rendered, without a connection. */
    ask?: (path: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal) => Promise<Response>;
    /** Logs why a page could not be rendered. @returns what the reader is told to find it by */
    fail?: (error: unknown) => string;
  }
}

declare global {
  namespace App {
    interface Error {
      /** What the server refused; the error page says it in the reader's language. */
      refusal?: import('@terrace/protocol').Refusal;
    }
    interface Locals {
      preferences: import('@terrace/protocol').Preferences;
      language: import('@terrace/protocol').Language;
    }
  }
}

export {};
