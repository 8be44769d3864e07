// Where others find this house: the page may be open at an address that leads everybody to their own machine.

import { getReach } from '../api.ts';

const OWN = /^(localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/;

export interface Outward {
  link: string; // what to give to others
  reaches: boolean; // does it lead them here?
}

/** Whether a host of an address means one's own machine, wherever one is. */
export const isOwn = (host: string): boolean => OWN.test(host);

/** A link to a page of this house, for others. */
export async function outward(link: string): Promise<Outward> {
  const url = new URL(link);
  if (!isOwn(url.hostname)) return { link, reaches: true };
  const reply = await getReach();
  const address = reply.ok ? reply.value.address : null;
  if (address === null) return { link, reaches: false };
  return { link: address + link.slice(url.origin.length), reaches: true };
}
