/** A mail as its parts, which become plain text and HTML. All texts are in the recipient's language. */
export type Letter = {
  readonly language: string;
  readonly subject: string;
  readonly hello: string;
  readonly sections: readonly Section[];
  readonly footer: { readonly why: string; readonly links: readonly Link[] } | null;
};

/** A paragraph of several lines keeps them. */
export type Section = {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The board for the text part, drawn with characters. HTML shows it only without a picture. */
  readonly diagram: string | null;
  readonly picture: Picture | null;
  /** Paragraphs below the board. */
  readonly closing?: readonly string[];
  readonly link: Link | null;
};

export type Link = { readonly text: string; readonly url: string };

/** `cid` names the attachment. */
export type Picture = { readonly cid: string; readonly alt: string; readonly png: Uint8Array };
