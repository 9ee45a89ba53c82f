import { type Limit, limitOwners } from '../src/platform/limits/limit.js'
import { nameWindow, ownerNames } from '../src/platform/limits/limit-reached.js'
import { limits } from '../src/platform/limits/limits.js'
import { renderTable } from './render-table.js'

/** Returns the page `docs/limits.md`: every limit with its figures and reason. */
export function renderLimits(): string {
  return `<!-- Generated from server/src/platform/limits/areas: npm run generate -->

# Limits

A call above a limit returns \`429 rate_limited\`. \`limit\` in the body is a name below, \`resetAt\` (Unix ms) says when to try
again, and the header \`Retry-After\` says it in seconds where the time is known. In these cases waiting does not help:

- A request above a limit per request returns \`413 payload_too_large\` or \`400 invalid_input\`.
- \`webhooks\`, \`keys\` and \`members\` return \`400 invalid_input\`. Delete one first.
- A connection above \`connections\` is closed without a response.

When the streams of all callers together reach their limit, the response is \`503 too_many_streams\`. Poll instead, or retry.

A wallet costs nothing, so limits count by network address as well: an IPv4 address, or a /64 network of IPv6. Everything with
a limit in total also counts by the /48 network of IPv6: 16 times the limit of a network address, but at most a quarter of the limit
in total. Behind a proxy, set \`TRUSTED_PROXIES\`, or all callers share the proxy's address. In a sandbox, limits per network address are
100 times higher.

\`GET /api/billing/limits\` returns the limits of your merchant that are in force, and how much of them is used.

## Change the limits

The numbers on this page are defaults. If you operate the service, change them with a JSON file, and name it in \`LIMITS_FILE\`. The file
also has the prices of the [plans](billing.md), from 0 to 5,000 dollars, and the platform fee, from 0 to 5 percent:

\`\`\`json output
{
  "platformFeePct": 1,
  "plans": { "pro": { "priceUsd": 199 }, "enterprise": { "priceUsd": 450.5 } },
  "limits": {
    "pro-calls": 6000,
    "pro-receipts": 100000,
    "webhooks": 20,
    "new-merchants": { "network": 5, "platform": 100 }
  }
}
\`\`\`

- A limit with one number takes a number. A limit with several takes them by owner: ${limitOwners.map((owner) => `\`${owner}\``).join(', ')}. \`network\`
  is per network address, and \`platform\` is in total.
- Everything that the file does not name keeps its default. Sizes of bodies cannot be changed.
- The service does not start with an invalid file, and lists every problem with its line. While it runs, it applies a changed file
  within 5 seconds. It refuses an invalid version, and the limits in force stay. The alert
  \`limits_refused\` stays active until the file is valid.
- A changed fee applies to splits and subscription plan versions that are created afterwards. The fee of a receipt is always the
  platform's share of its split, so the buyer pays what the platform receives.

Change the limits of a single merchant with [\`PUT /api/admin/merchants/{wallet}/limits\`](operations.md#merchants). List the wallets of your own
shops in \`OWN_MERCHANTS\`: they are established from the start, and have no limits of plans and no limit of stored kilobytes. The header
\`X-RateLimit-Limit\` is then 1,000,000,000. In a sandbox, the demo shops are among them. \`npm run doctor\` prints everything that differs from
the defaults.

## The limits

${renderTable(['limit', 'counts', 'at most', 'why'], Object.entries(limits).map(renderRow))}
`
}

function renderRow([name, limit]: [string, Limit]): string[] {
  const { counts, windowMs, reason } = limit
  const per = windowMs === undefined ? '' : ` per ${nameWindow(windowMs)}`
  return [`\`${name}\``, `${counts}${per}`, renderMax(limit), reason]
}

function renderMax({ max }: Limit): string {
  return limitOwners
    .flatMap((owner) => {
      const count = max[owner]
      if (count === undefined) return []
      const figure = count.toLocaleString('en-US')
      return [owner === 'platform' ? `${figure} in total` : `${figure} per ${ownerNames[owner]}`]
    })
    .join(', ')
}
