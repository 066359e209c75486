let addresses = 0;

/** The header of a local proxy with a unique client address, because limits apply per address. */
export function ownAddress(): { readonly 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `10.${(addresses >> 16) % 256}.${(addresses >> 8) % 256}.${addresses % 256}` };
}
