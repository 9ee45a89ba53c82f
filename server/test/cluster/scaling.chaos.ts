import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
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

/** A group of processes per name, with a limit of CPU time (cgroups, version 1). */
const groups = '/sys/fs/cgroup/cpu'
const groupOf = (name: string) => join(groups, `tallystick-${process.pid}-${name}`)

let database: Awaited<ReturnType<typeof createTestDatabase>>
let services: Services
let sku: string
beforeAll(async () => {
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
  sku = await addItem(originOf(0), services.demo.apiKey)
  for (const { name } of services.web) {
    writeFileSync(join(groupOf(name), 'cpu.cfs_quota_us'), String(cores * 100_000))
  }
}, 300_000)
afterAll(async () => {
  for (const { name } of services.web) {
    writeFileSync(join(groupOf(name), 'cpu.cfs_quota_us'), '-1')
  }
  await services.close()
  for (const { name } of services.web) rmdirSync(groupOf(name))
  await database.drop()
})

const originOf = (index: number) => `http://127.0.0.1:${services.web[index]?.port}`

/** Places orders at the first processes and returns the rate and the CPU time of each order. */
async function sellWith(count: number) {
  const serving = services.web.slice(0, count)
  const load = startOrders({
    origins: serving.map((_, index) => originOf(index)),
    apiKey: services.demo.apiKey,
    sku,
    clients: 8 * count,
  })
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

describe(`processes with ${cores} of a core each`, () => {
  test('behavior: four sell at least 3.2 times as much as one', async () => {
    const before = await countReceipts(database.url)
    const receiptIds: string[] = []
    const gains: number[] = []
    const costs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const one = await sellWith(1)
      const four = await sellWith(4)
      gains.push(four.perSecond / one.perSecond)
      costs.push(four.cpuMsPerOrder / one.cpuMsPerOrder)
      receiptIds.push(...one.receiptIds, ...four.receiptIds)
      expect([...one.failures, ...four.failures]).toEqual([])
      const figures = [one, four].map(({ perSecond, cpuMsPerOrder }) => ({
        perSecond: perSecond.toFixed(1),
        cpuMsPerOrder: cpuMsPerOrder.toFixed(2),
      }))
      print(`one and four processes: ${JSON.stringify(figures)}`)
    }
    expect(await findMissing(database.url, receiptIds)).toEqual([])
    expect((await countReceipts(database.url)) - before).toBe(receiptIds.length)
    print(`four against one: ${medianOf(gains).toFixed(2)}, CPU ${medianOf(costs).toFixed(2)}`)
    expect(medianOf(gains)).toBeGreaterThanOrEqual(3.2)
    expect(medianOf(costs)).toBeLessThanOrEqual(1.15)
  })
})
