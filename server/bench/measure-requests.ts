import { type Load, load } from './load.js'
import { type Row, rowsOf } from './rows.js'
import type { Target } from './start-target.js'
import { print } from './statistics.js'

type Round = { ours: Load; bare: Load }
export type Measurement = Row & { connections: number; rounds: Round[] }

/** Enough for the engine to compile what runs often. */
const warmUpSeconds = 2

/** Sends every request to both servers until they are as fast as they get. */
export async function warmUp(target: Target): Promise<void> {
  const { shop } = target
  const amount = { connections: 32, seconds: warmUpSeconds }
  for (const { ours: ownCall, bare } of rowsOf(shop)) {
    await load(target, { origin: shop.origin, call: ownCall }, amount)
    await load(target, { origin: shop.bare, call: bare }, amount)
  }
}

/**
 * Measures every row: the real app and the bare handler in turns, so that other load affects both
 * equally.
 */
export async function measureRequests(
  target: Target,
  input: { connections: number; rounds: number; secondsPerRound: number },
): Promise<Measurement[]> {
  const { connections, rounds, secondsPerRound } = input
  const { shop } = target
  const run = (which: 'ours' | 'bare', row: Row, seconds: number) => {
    const origin = which === 'ours' ? shop.origin : shop.bare
    return load(target, { origin, call: row[which] }, { connections, seconds })
  }

  const measured: Measurement[] = rowsOf(shop).map((row) => ({ ...row, connections, rounds: [] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const row of measured) {
      const bare = await run('bare', row, secondsPerRound)
      row.rounds.push({ bare, ours: await run('ours', row, secondsPerRound) })
    }
    print(`${connections} connections: round ${round + 1} of ${rounds}`)
  }
  return measured
}
