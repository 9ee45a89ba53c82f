import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, createAttacks, type Target } from '../abuse/attacks.js'
import { createClient } from '../abuse/client.js'

/** The first message to the process. */
export type AttackOrder = Target & { origin: string; ip: string }

/** Responses to an attack, counted. `cut` counts connections that ended without one. */
export type AttackCount = {
  name: string
  accepted: number
  limited: number
  refused: number
  failed: number
  cut: number
}

const counts = new Map<string, AttackCount>()
const stopping = new AbortController()
/** Leaves the processor to the service, which runs on the same machine. */
const pauseMs = 5

async function repeat({ name, run }: Attack): Promise<void> {
  const count = { name, accepted: 0, limited: 0, refused: 0, failed: 0, cut: 0 }
  const total = counts.get(name) ?? count
  counts.set(name, total)
  while (!stopping.signal.aborted) {
    const status = await run().catch(() => -1)
    if (status !== 0) total[kindOf(status)] += 1
    await sleep(pauseMs)
  }
}

function kindOf(status: number): Exclude<keyof AttackCount, 'name'> {
  if (status < 0) return 'cut'
  if (status < 400) return 'accepted'
  if (status === 429) return 'limited'
  return status < 500 ? 'refused' : 'failed'
}

process.on('message', (message: AttackOrder | 'stop') => {
  if (message === 'stop') {
    stopping.abort()
    process.send?.([...counts.values()])
    return
  }
  const client = createClient(message)
  for (const attack of createAttacks(client, message)) {
    for (let worker = 0; worker < attack.workers; worker += 1) void repeat(attack)
  }
})
// The parent process has ended.
process.on('disconnect', () => process.exit())
process.send?.('ready')
