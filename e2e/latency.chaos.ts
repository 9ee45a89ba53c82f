import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { unique, useOwnService } from './helpers/client.js'
import { setStatus, useMerchantServer } from './helpers/merchant-server.js'
import { payByTransfer, transfers } from './helpers/plain-transfer.js'
import { readCpuSeconds } from './helpers/read-cpu-seconds.js'

const service = useOwnService({ SANDBOX_CHAIN: 'on' })
const server = useMerchantServer()

/** Checks limits that apply on an idle machine. */
describe('an idle service', () => {
  test('behavior: uses less than 1 % of a core over a minute', async () => {
    await sleep(20_000)
    const before = readCpuSeconds(service.dataDir)
    await sleep(60_000)
    const after = readCpuSeconds(service.dataDir)
    const percent = Object.keys(after).map((name): [string, number] => {
      const used = (after[name] ?? 0) - (before[name] ?? 0)
      return [name, (used / 60) * 100]
    })
    print('CPU', percent.map(([name, value]) => `${name} ${value.toFixed(2)} %`).join(', '))
    expect(Object.fromEntries(percent)['node']).toBeLessThan(1)
  })

  test.each(transfers)(
    'behavior: detects $symbol within 2 s and distributes it within 15 s',
    async (target) => {
      const times: { paidMs: number; completedMs: number }[] = []
      for (let count = 0; count < 5; count += 1) {
        times.push(await payByTransfer(service, { ...target, id: unique('transfer') }))
      }
      const [paidMs, completedMs] = (['paidMs', 'completedMs'] as const).map((name) =>
        Math.max(...times.map((time) => time[name])),
      )
      print(
        target.symbol,
        `paid within ${paidMs?.toFixed()} ms, completed within ${completedMs?.toFixed()} ms`,
      )
      expect(paidMs).toBeLessThan(2_000)
      expect(completedMs).toBeLessThan(15_000)
    },
  )

  test('behavior: delivers 99 % of webhooks within a second', async () => {
    const times: number[] = []
    for (let count = 0; count < 200; count += 1) {
      const { id, path } = await server.makeHookedReceipt(service.program)
      const startedAt = performance.now()
      await setStatus(service.program, { receiptId: id, status: 'link_opened' })
      times.push((await server.receiveFirst(path)).at - startedAt)
    }
    times.sort((a, b) => a - b)
    print('webhooks', `p50 ${times[99]?.toFixed()} ms, p99 ${times[197]?.toFixed()} ms`)
    expect(times[197]).toBeLessThan(1_000)
  })
})

function print(subject: string, figures: string): void {
  process.stdout.write(`${subject}: ${figures}\n`)
}
