import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { print } from '../measure.js'
import { createTestDatabase } from '../test-database.js'
import { countReceipts, findMissing } from './check-orders.js'
import { readCpuMs } from './cpu.js'
import { addItem, startOrders } from './order-load.js'
import { isShort, type Services, startServices } from './services.js'

const cores = 0.2
const rounds = Number(process.env['ROUNDS'] ?? (isShort ? 1 : 4))
const seconds = isShort ? 4 : 8
/** Compiled code stays slower until each process has run it some ten thousand times. */
const warmUpOrders = isShort ? 4_000 : 80_000

/** A group of processes per name, with a limit of CPU time. */
const groups = '/sys/fs/cgroup/cpu'
const groupOf = (name: string) => join(groups, `tallystick-${process.pid}-${name}`)

/** Whether this process may create groups (cgroups, version 1, as root). */
const hasGroups = canCreateGroup()

function canCreateGroup(): boolean {
  try {
    mkdirSync(groupOf('try'))
    const hasQuota = existsSync(join(groupOf('try'), 'cpu.cfs_quota_us'))
    rmdirSync(groupOf('try'))
    return hasQuota
  } catch {
    print(`${groups} cannot be used here, so processes cannot be limited to a part of a core.`)
    return false
  }
}

type Web = Services['web'][number]

let database: Awaited<ReturnType<typeof createTestDatabase>>
let services: Services
let sku: string
beforeAll(async () => {
  if (!hasGroups) return
  database = await createTestDatabase()
  services = await startServices({
    web: 4,
    workers: 0,
    environment: { DATABASE_URL: database.url, LOG_LEVEL: 'info' },
    prefix(name) {
      mkdirSync(groupOf(name))
      const join = `echo $$ > ${groupOf(name)}/cgroup.procs; exec "$@"`
      return ['sh', '-c', join, 'sh']
    },
  })
  const [first] = services.web
  if (!first) throw new Error('no process serves')
  sku = await addItem(originOf(first), services.demo.apiKey)
  await warmUp()
  for (const { name } of services.web) {
    writeFileSync(join(groupOf(name), 'cpu.cfs_quota_us'), String(cores * 100_000))
  }
}, 300_000)
afterAll(async () => {
  if (!hasGroups) return
  for (const { name } of services.web) {
    writeFileSync(join(groupOf(name), 'cpu.cfs_quota_us'), '-1')
  }
  await services.close()
  for (const { name } of services.web) rmdirSync(groupOf(name))
  await database.drop()
})

const originOf = ({ port }: Web) => `http://127.0.0.1:${port}`

/** Lets every process compile what an order needs, before it has little time for it. */
async function warmUp(): Promise<void> {
  const load = startLoad(services.web)
  while (load.accepted() < warmUpOrders) await sleep(100)
  await load.stop()
}

function startLoad(serving: readonly Web[]) {
  return startOrders({
    origins: serving.map(originOf),
    apiKey: services.demo.apiKey,
    sku,
    clients: 8 * serving.length,
  })
}

/** Places orders at some processes and returns the rate and the CPU time of each order. */
async function sellWith(serving: readonly Web[]) {
  const load = startLoad(serving)
  await sleep(1_000)
  const [startedAt, before] = [performance.now(), load.accepted()]
  const cpuBefore = readCpuMs(serving.map(({ pid }) => pid()))
  await sleep(seconds * 1_000)
  const orders = load.accepted() - before
  const cpuMs = readCpuMs(serving.map(({ pid }) => pid())) - cpuBefore
  const perSecond = orders / ((performance.now() - startedAt) / 1_000)
  const { failures, receiptIds } = await load.stop()
  return { perSecond, cpuMsPerOrder: cpuMs / orders, failures, receiptIds }
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

describe.runIf(hasGroups)(`processes with ${cores} of a core each`, () => {
  test('behavior: four sell at least 3.2 times as much as one', async () => {
    const before = await countReceipts(database.url)
    const receiptIds: string[] = []
    const gains: number[] = []
    const costs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      // Another process each time, so that all have sold the same number.
      const single = await sellWith(services.web.slice(round % 4, (round % 4) + 1))
      const four = await sellWith(services.web)
      gains.push(four.perSecond / single.perSecond)
      costs.push(four.cpuMsPerOrder / single.cpuMsPerOrder)
      receiptIds.push(...single.receiptIds, ...four.receiptIds)
      expect([...single.failures, ...four.failures]).toEqual([])
      const figures = [single, four].map(({ perSecond, cpuMsPerOrder }) => ({
        perSecond: perSecond.toFixed(1),
        cpuMsPerOrder: cpuMsPerOrder.toFixed(2),
      }))
      print(`one and four processes: ${JSON.stringify(figures)}`)
    }
    expect(await findMissing(database.url, receiptIds)).toEqual([])
    expect((await countReceipts(database.url)) - before).toBe(receiptIds.length)
    print(`four against one: ${medianOf(gains).toFixed(2)}, CPU ${medianOf(costs).toFixed(2)}`)
    // One short round on a busy machine shows only that the load is shared.
    expect(medianOf(gains)).toBeGreaterThanOrEqual(isShort ? 1.1 : 3.2)
    expect(medianOf(costs)).toBeLessThanOrEqual(isShort ? 2 : 1.15)
  })
})
