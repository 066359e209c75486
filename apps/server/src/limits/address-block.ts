import ipaddr from 'ipaddr.js';

/** The network whose clients share limits: an IPv4 address, possibly mapped into IPv6, or an IPv6 /64. */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address; // a proxy may send a host name
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : networkAddress(parsed, 64);
}

/** The network one customer may rent: /24 in IPv4, /48 in IPv6. */
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
