import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** The duration of each call in milliseconds, and the number of calls that failed. */
export type HealthTimes = { times: number[]; failed: number }

const everyMs = 50
const timeoutMs = 10_000

const calls: Promise<number | null>[] = []
let isStopping = false

/** Calls `/healthz` over a connection of its own. Returns the duration, or null without a 200. */
function call(origin: string): Promise<number | null> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const headers = { 'x-forwarded-for': '198.51.100.3' }
    const outgoing = request(`${origin}/healthz`, { agent: false, headers }, (response) => {
      const isOk = response.statusCode === 200
      response.resume().once('end', () => resolve(isOk ? performance.now() - startedAt : null))
    })
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy())
    outgoing.once('error', () => resolve(null)).end()
  })
}

/** Calls at a fixed rate, so that a slow call does not hide the next ones. */
async function probe(origin: string): Promise<void> {
  while (!isStopping) {
    calls.push(call(origin))
    await sleep(everyMs)
  }
  const times = await Promise.all(calls)
  const succeeded = times.filter((time) => time !== null)
  process.send?.({
    times: succeeded,
    failed: times.length - succeeded.length,
  } satisfies HealthTimes)
}

process.on('message', (message: { origin: string } | 'stop') => {
  if (message === 'stop') isStopping = true
  else void probe(message.origin)
})
// The parent process has ended.
process.on('disconnect', () => process.exit())
process.send?.('ready')
