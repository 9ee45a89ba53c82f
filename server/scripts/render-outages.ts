import type { Outage } from '../src/platform/degraded/enforce-outages.js'
import type { RouteRecord } from '../src/platform/http/routes.js'

const start = '<!-- Generated from the routes: npm run generate -->'
const end = '<!-- End of the generated part -->'

const parts: Record<Outage, { title: string; meaning: string }> = {
  journal: {
    title: 'Accepted',
    meaning: 'Accepted, kept on disk, and written to the database after the outage.',
  },
  recall: {
    title: 'Answered from the snapshot',
    meaning: 'Answered with the data from before the outage.',
  },
  unaffected: { title: 'Not affected', meaning: 'Answered as usual: needs no database.' },
  refuse: {
    title: 'Refused',
    meaning:
      'Refused: it moves money, changes settings, grants access, or needs data that the snapshot does not have.',
  },
}

/** Returns the page `docs/degraded-mode.md` with its list of routes. */
export function renderOutages(page: string, routes: readonly RouteRecord[]): string {
  const [before = '', rest = ''] = page.split(start)
  const [, after = ''] = rest.split(end)
  const sections = Object.entries(parts).map(([outage, { title, meaning }]) => {
    const list = routes
      .filter(({ method, config }) => config.outage === outage && method !== 'OPTIONS')
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted()
      .map((route) => `- \`${route.replace(/:(\w+)/g, '{$1}')}\``)
    return `### ${title}\n\n${meaning}\n\n${list.join('\n')}`
  })
  return `${before}${start}\n\n${sections.join('\n\n')}\n\n${end}${after}`
}
