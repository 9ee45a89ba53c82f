import { outages } from '../src/outages.js'
import type { Outage } from '../src/platform/degraded/enforce-outages.js'

const start = '<!-- Generated from server/src/outages.ts: npm run generate -->'
const end = '<!-- End of the generated part -->'

const titles: Record<Outage, string> = {
  accept: 'Accepted',
  snapshot: 'Answered from the snapshot',
  unaffected: 'Not affected',
  refuse: 'Refused',
}

/** Returns the page `docs/degraded-mode.md` with its list of routes. */
export function fillOutages(page: string): string {
  const [before = '', rest = ''] = page.split(start)
  const [, after = ''] = rest.split(end)
  const parts = (Object.keys(titles) as Outage[]).map((outage) => {
    const { meaning, routes } = outages[outage]
    const list = routes.map((route) => `- \`${route.replace(/:(\w+)/g, '{$1}')}\``)
    return `### ${titles[outage]}\n\n${meaning}\n\n${list.join('\n')}`
  })
  return `${before}${start}\n\n${parts.join('\n\n')}\n\n${end}${after}`
}
