import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { createRecordingLog } from '../../../test/harness.js'
import { testConfig } from '../../../test/test-config.js'
import { unixMs } from '../../lib/time.js'
import { createMetrics, type Metrics } from '../metrics.js'
import { alertNames } from './alert-names.js'
import type { AlertNotice } from './alert-poster.js'
import { type Alerts, createAlerts } from './alerts.js'

let now = 1_000
let alerts: Alerts
let metrics: Metrics
let record: ReturnType<typeof createRecordingLog>
let posted: AlertNotice[]
beforeEach(() => {
  now = 1_000
  posted = []
  metrics = createMetrics()
  record = createRecordingLog()
  const poster = { post: (notice: AlertNotice) => void posted.push(notice), close: async () => {} }
  const options = { config: testConfig(), metrics, log: record.log, now: () => unixMs(now) }
  alerts = createAlerts({ ...options, poster })
})

const gaugeOf = async (name: string) => {
  const { values } = await metrics.alert.get()
  return values.find(({ labels }) => labels['name'] === name)?.value
}

describe('alertNames', () => {
  test('behavior: agrees with docs/operations.md, row by row', () => {
    const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
    const [, section = ''] = page.split('\n## Alerts\n')
    const [table = ''] = section.split('\n## ')
    const rows = [...table.matchAll(/^\| `([a-z_]+)` \| [^|]+ \| [^|]+ \|$/gm)]
    expect(rows.map(([, name]) => name)).toEqual([...alertNames])
  })
})

describe('createAlerts', () => {
  test('default', async () => {
    alerts.raise({ name: 'job_failing', key: 'prune', message: 'a job failed', attempts: 2 })

    expect(record.lines).toMatchObject([
      { level: 'error', alert: 'job_failing', key: 'prune', attempts: 2, msg: 'a job failed' },
    ])
    expect(await gaugeOf('job_failing')).toBe(1)
    expect(posted).toEqual([
      {
        name: 'job_failing',
        key: 'prune',
        status: 'firing',
        message: 'a job failed',
        details: { attempts: 2 },
        at: 1_000,
        since: 1_000,
      },
    ])
  })

  test('behavior: exports every alert from the start', async () => {
    const { values } = await metrics.alert.get()
    expect(values.map(({ labels, value }) => [labels['name'], value])).toEqual(
      alertNames.map((name) => [name, 0]),
    )
  })

  test('behavior: ignores a raise while the incident is active', () => {
    for (let time = 0; time < 3; time += 1) alerts.raise({ name: 'signer_unfunded', message: 'm' })
    expect([record.lines.length, posted.length]).toEqual([1, 1])
  })

  test('behavior: update reports another message of the active incident', async () => {
    alerts.raise({ name: 'limits_refused', message: 'line 1' })
    now = 5_000
    alerts.update({ name: 'limits_refused', message: 'line 2' })
    expect(record.lines.map(({ msg }) => msg)).toEqual(['line 1', 'line 2'])
    expect(posted).toMatchObject([
      { status: 'firing', message: 'line 1', at: 1_000 },
      { status: 'firing', message: 'line 2', at: 5_000, since: 1_000 },
    ])
    expect(alerts.list()).toMatchObject([{ message: 'line 2', since: 1_000 }])
  })

  test('behavior: resolve logs and posts once, and the next raise begins a new incident', async () => {
    alerts.raise({ name: 'signer_unfunded', message: 'no money' })
    now = 5_000
    for (let time = 0; time < 3; time += 1) alerts.resolve('signer_unfunded')

    expect(record.lines.slice(1)).toMatchObject([{ level: 'info', alert: 'signer_unfunded' }])
    expect(posted.slice(1)).toMatchObject([
      { status: 'resolved', message: 'no money', details: { activeMs: 4_000 }, at: 5_000 },
    ])
    expect(await gaugeOf('signer_unfunded')).toBe(0)

    alerts.raise({ name: 'signer_unfunded', message: 'no money' })
    expect(posted.map(({ status }) => status)).toEqual(['firing', 'resolved', 'firing'])
  })

  test('behavior: two keys are two incidents under one metric', async () => {
    for (const key of ['a', 'b']) alerts.raise({ name: 'job_failing', key, message: 'm' })
    expect(alerts.list()).toMatchObject([{ key: 'a' }, { key: 'b' }])
    alerts.resolve('job_failing', 'a')
    expect(await gaugeOf('job_failing')).toBe(1)
    alerts.resolve('job_failing')
    expect(await gaugeOf('job_failing')).toBe(1)
    alerts.resolve('job_failing', 'b')
    expect(await gaugeOf('job_failing')).toBe(0)
  })

  test('behavior: resolves all incidents except the listed ones', () => {
    for (const key of ['a', 'b', 'c']) alerts.raise({ name: 'job_failing', key, message: 'm' })
    alerts.raise({ name: 'worker_failing', key: 'a', message: 'm' })
    alerts.resolveExcept('job_failing', ['b'])
    expect(alerts.list().map(({ name, key }) => `${name} ${key}`)).toEqual([
      'job_failing b',
      'worker_failing a',
    ])
  })

  test('behavior: hides secrets in the log line', () => {
    alerts.raise({ name: 'chain_wrong', message: 'at https://u:hunter2@rpc', apiKey: 'hunter2' })
    expect(JSON.stringify(record.lines)).not.toContain('hunter2')
  })

  test('error: drops incidents above the maximum', () => {
    for (let key = 0; key < 1_001; key += 1) {
      alerts.raise({ name: 'receipt_unsettled', key: String(key), message: 'm' })
    }
    expect(alerts.list()).toHaveLength(1_000)
    expect(record.lines.at(-1)).toMatchObject({ level: 'warn', alert: 'receipt_unsettled' })
  })
})
