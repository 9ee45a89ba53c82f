import { operator } from '../../../auth/guards.js'
import { checksumAddress } from '../../../lib/hex.js'
import { createNodeInspection } from '../../../platform/chain/inspect-nodes.js'
import { runSections, type SectionResult } from '../../../platform/doctor/run-sections.js'
import type { Section } from '../../../platform/doctor/section.js'
import type { Routes } from '../../../platform/feature.js'
import { countQuarantined } from '../../../platform/journal/journal-store.js'
import { shareReads } from '../../../platform/share-reads.js'
import { summarizeWebhooks } from '../../webhooks/deliveries/read-deliveries.js'
import { describeVersion } from './describe-version.js'
import {
  AlertList,
  DoctorReport,
  JournalState,
  NodeList,
  VersionState,
  WebhookQueues,
} from './schemas.js'

const maxHosts = 100

/** The parts of the platform, and their problems. */
export const systemRoutes: Routes<{ doctorSections: readonly Section[] }> = async (
  app,
  { ctx, doctorSections },
) => {
  const config = { guard: operator() }
  // Each inspection asks every node, so operators who look at once share one.
  const inspectNodes = shareReads(createNodeInspection(ctx.config))
  const examine = shareReads(async () => {
    const { config: settings, db, chain, now } = ctx
    const known = { settingsProblems: [], hasMasterKey: true }
    return runSections(doctorSections, {
      config: settings,
      ...known,
      db,
      chain,
      now,
      fetch: ctx.fetch,
    })
  })

  app.get(
    '/api/admin/alerts',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'List the active alerts of this process, and its checks',
        description:
          'Each process raises its own alerts. Those that follow from the database and the chain are raised by every process.',
        response: { 200: AlertList },
      },
    },
    async () => ({
      ok: true as const,
      alerts: ctx.alerts.list(),
      checks: Object.entries(ctx.health.latest()).map(([name, { ok }]) => ({ name, ok })),
    }),
  )

  app.get(
    '/api/admin/webhooks/queues',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Get the webhook queues of all merchants',
        description: 'Deliveries that wait, by merchant and host.',
        response: { 200: WebhookQueues },
      },
    },
    async () => {
      const { byHost, ...counts } = await summarizeWebhooks(ctx, { limit: maxHosts })
      const described = byHost.map(({ merchant, ...queue }) => ({
        wallet: checksumAddress(merchant),
        ...queue,
      }))
      return { ok: true as const, ...counts, byHost: described }
    },
  )

  app.get(
    '/api/admin/journal',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Get the state of the journal',
        description:
          'Writes of this process that wait on disk for the database, and the quarantined records of all processes.',
        response: { 200: JournalState },
      },
    },
    async () => ({
      ok: true as const,
      isFailing: ctx.alerts.list().some(({ name }) => name === 'journal_failing'),
      ...ctx.journal.state(),
      quarantined: await countQuarantined(ctx.db),
    }),
  )

  app.get(
    '/api/admin/nodes',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Get the newest block, the lag and the latency of every node',
        description: 'Nodes are named by their position, because a URL may contain a key.',
        response: { 200: NodeList },
      },
    },
    async () => {
      const nodes = await inspectNodes()
      const behind = ctx.health.latest()['settlement']?.['behind']
      const paymentsBehind = typeof behind === 'number' ? behind : null
      return { ok: true as const, chainId: ctx.config.chainId, nodes, paymentsBehind }
    },
  )

  app.get(
    '/api/admin/doctor',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Check the configuration, the database and the chain',
        description:
          'The checks of `npm run doctor`, made by the running service. They change nothing, and take up to 20 seconds when a node does not respond.',
        response: { 200: DoctorReport },
      },
    },
    async () => describeReport(await examine(), ctx.now()),
  )

  app.get(
    '/api/admin/version',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Get the versions of the service and its migrations',
        response: { 200: VersionState },
      },
    },
    () => describeVersion(ctx),
  )
}

function describeReport(sections: readonly SectionResult[], checkedAt: number) {
  const findings = sections.flatMap((section) => section.findings)
  const count = (wanted: string) => findings.filter(({ status }) => status === wanted).length
  return {
    ok: true as const,
    checkedAt,
    problems: count('problem'),
    warnings: count('warning'),
    sections: [...sections],
  }
}
