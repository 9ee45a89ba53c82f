import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.js'
import { playStoreOutages, type StoreReport } from './outages.js'

const seed = Number(process.env['SEED'] ?? 1)
const times = { maxStopMs: 10_000, freezeMs: 5_000, leastDegraded: 0, salesBetween: 20 }
const none = { kills: 0, stops: 0, freezes: 0, ...times, seed, shops: 40 }
const runs = [
  { name: '100 kills', faults: { ...none, kills: 100, salesBetween: 300 }, least: 30_000 },
  { name: '15 stops, 5 freezes', faults: { ...none, stops: 15, freezes: 5 }, least: 0 },
  { name: 'all at once', faults: { ...none, kills: 50, stops: 15, freezes: 5 }, least: 0 },
]
const rows: string[] = []

describe('service processes on an external database', () => {
  test.each(runs)('behavior: $name lose and double nothing', async ({ name, faults, least }) => {
    const report = await playStoreOutages(faults)
    rows.push(describeRun(name, { report, isReplayTimed: faults.kills === 0 }))
    process.stdout.write(`${name} refused: ${JSON.stringify([...report.history.refused])}\n`)
    expect(report).toMatchObject({ lost: [], doubled: [], ledgerSum: 0, quarantined: [] })
    expect(report.history.acknowledged.length).toBeGreaterThanOrEqual(least)
    // A process without the database and without a snapshot refuses, which only kills can cause.
    if (faults.kills === 0) {
      expect([...report.history.refused]).toEqual([])
      expect(Math.max(...report.replaysMs)).toBeLessThan(5_000)
    }
    if (faults.stops === 0) expect(p99(report.restartsMs)).toBeLessThan(3_000)
  })
})

/** Writes the page of measured figures. */
afterAll(() => {
  const page = `# Reliability

Measured with \`npm run chaos -- store\` on ${cpus().length} cores, seed ${seed}: two service processes on an external PostgreSQL, eight clients that
send orders, receipts and lists, and repeat requests without a response under the same \`Idempotency-Key\`. A refused request was not
acknowledged: its client received an error and repeated it.

| Faults | Acknowledged | Degraded | Lost | Doubled | Refused | Slowest degraded response (p99) | Ready after a kill (p99) | Longest replay |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`
  writeFileSync(join(projectRoot(), 'docs', 'reliability.md'), page)
})

function describeRun(
  name: string,
  { report, isReplayTimed }: { report: StoreReport; isReplayTimed: boolean },
): string {
  const { history, lost: lostAcknowledged, doubled, restartsMs, replaysMs } = report
  const degraded = history.acknowledged.filter(({ isDegraded }) => isDegraded)
  const refused = [...history.refused.values()].reduce((sum, count) => sum + count, 0)
  return `| ${[
    name,
    history.acknowledged.length,
    degraded.length,
    lostAcknowledged.length,
    doubled.length,
    refused,
    degraded.length > 0 ? describeMs(p99(degraded.map(({ tookMs }) => tookMs))) : '',
    restartsMs.length > 0 ? describeMs(p99(restartsMs)) : '',
    isReplayTimed ? describeMs(Math.max(...replaysMs)) : '',
  ].join(' | ')} |`
}

function describeMs(ms: number): string {
  return `${Math.round(ms)} ms`
}

function p99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}
