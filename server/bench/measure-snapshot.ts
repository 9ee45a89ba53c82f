import { load } from './load.js'
import type { Target } from './start-target.js'

/** CPU time per order in ms, of the service and the database, without and with the workers for outages. */
export type SnapshotCosts = { without: number[]; with: number[] }

const connections = 32
/** Several times the interval at which the snapshot is written. */
const seconds = 15

/** Measures orders without and with the snapshot and the replay of the journal, in turns. */
export async function measureSnapshot(
  target: Target,
  { rounds }: { rounds: number },
): Promise<SnapshotCosts> {
  const { shop } = target
  const cpuMs = async () => {
    const call = { origin: shop.origin, call: { path: '/api/orders', body: shop.order } }
    const measured = await load(target, call, { connections, seconds })
    return measured.cpuMs + (measured.databaseCpuMs ?? 0)
  }

  const costs: SnapshotCosts = { without: [], with: [] }
  for (let round = 0; round < rounds; round += 1) {
    costs.without.push(await cpuMs())
    await target.usage('protect')
    costs.with.push(await cpuMs())
    await target.usage('expose')
  }
  return costs
}
