import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './start-target.js'

/** Several times the interval at which the snapshot of a shop in use is written. */
const seconds = 30
const requestEveryMs = 1_000

/**
 * Measures the CPU time of the snapshot and the replay of the journal, in percent of a core: that
 * of a service with a shop in use, minus that of a service without requests. The few requests that
 * keep the shop in use count as well.
 */
export async function measureSnapshot(
  target: Target,
  { rounds }: { rounds: number },
): Promise<number[]> {
  const { origin, headers, paths } = target.shop
  const percentOf = async (isInUse: boolean) => {
    const before = await target.usage(origin)
    for (let passed = 0; passed < seconds * 1_000; passed += requestEveryMs) {
      if (isInUse) await (await fetch(`${origin}${paths.receipt}`, { headers })).text()
      await sleep(requestEveryMs)
    }
    const after = await target.usage(origin)
    const cpuMs = Number(after.cpuMs) - Number(before.cpuMs)
    const databaseMs = Number(after.databaseCpuMs) - Number(before.databaseCpuMs)
    return (cpuMs + databaseMs) / (seconds * 10)
  }

  const percents: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const unused = await percentOf(false)
    percents.push((await percentOf(true)) - unused)
  }
  return percents
}
