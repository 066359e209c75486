import ipaddr from 'ipaddr.js';

/**
 * The network that an IP address counts with: an IPv4 address is its own, also when it is written as an IPv4-mapped IPv6
 * address; an IPv6 address counts with its /64, which is what one household or machine is given.
 */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address; // a proxy may put a name there
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : networkAddress(parsed, 64);
}

/** The wider network of an IP address: /24 in IPv4 and /48 in IPv6, which one may rent whole. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return networkAddress(parsed, parsed.kind() === 'ipv4' ? 24 : 48);
}

function networkAddress(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const cidr = `${address.toNormalizedString()}/${bits}`;
  const network =
    address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${bits}`;
}
