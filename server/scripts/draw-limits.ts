import { type Limit, limitOwners } from '../src/platform/limits/limit.js'
import { nameWindow, ownerNames } from '../src/platform/limits/limit-reached.js'
import { limits } from '../src/platform/limits/limits.js'
import { drawTable } from './draw-table.js'

/** Returns the page `docs/limits.md`: every limit with its figures and reason. */
export function drawLimits(): string {
  return `<!-- Generated from server/src/platform/limits/areas: npm run generate -->

# Limits

A call above a limit returns \`429 rate_limited\`. \`limit\` in the body is a name below, \`resetAt\` (Unix ms) says when to try
again, and the header \`Retry-After\` says it in seconds where the time is known. In these cases waiting does not help:

- A request above a limit per request returns \`413 payload_too_large\` or \`400 invalid_input\`.
- \`webhooks\`, \`keys\` and \`members\` return \`400 invalid_input\`. Delete one first.

When the streams of all callers together reach their limit, the response is \`503 too_many_streams\`. Poll instead, or retry.

A wallet costs nothing, so limits count by network address as well: an IPv4 address, or a /64 network of IPv6. Calls and kilobytes with
a limit in all also count by the /48 network of IPv6: 16 times the limit of a network address, but at most a quarter of the limit in
all. Behind a proxy, set \`TRUSTED_PROXIES\`, or all callers share the proxy's address. In a sandbox, limits per network address are
100 times higher.

${drawTable(['limit', 'counts', 'at most', 'why'], Object.entries(limits).map(drawRow))}
`
}

function drawRow([name, limit]: [string, Limit]): string[] {
  const { counts, windowMs, reason } = limit
  const per = windowMs === null ? '' : ` per ${nameWindow(windowMs)}`
  return [`\`${name}\``, `${counts}${per}`, drawMost(limit), reason]
}

function drawMost({ most }: Limit): string {
  return limitOwners
    .flatMap((owner) => {
      const count = most[owner]
      if (count === undefined) return []
      const figure = count.toLocaleString('en-US')
      return [owner === 'platform' ? `${figure} in all` : `${figure} per ${ownerNames[owner]}`]
    })
    .join(', ')
}
