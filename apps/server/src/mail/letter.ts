/** A mail as its parts, which become plain text and HTML. All texts are in the recipient's language. */
export type Letter = {
  readonly language: string;
  readonly subject: string;
  readonly hello: string;
  readonly sections: readonly Section[];
  readonly footer: { readonly why: string; readonly links: readonly Link[] } | null;
};

export type Section = {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly picture: Picture | null;
  readonly link: Link | null;
};

export type Link = { readonly text: string; readonly url: string };

/** `cid` names the attachment. */
export type Picture = { readonly cid: string; readonly alt: string; readonly png: Uint8Array };
