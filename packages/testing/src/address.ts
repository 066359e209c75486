let addresses = 0;

/** The header of a proxy on this machine for a client with an address of its own, since limits apply per address. */
export function ownAddress(): { readonly 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `10.${(addresses >> 16) % 256}.${(addresses >> 8) % 256}.${addresses % 256}` };
}
