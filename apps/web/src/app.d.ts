/// <reference types="@sveltejs/adapter-node" />

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
