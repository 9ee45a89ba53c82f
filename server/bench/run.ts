import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { measureDrain } from './measure-drain.js'
import { openContext } from './open-context.js'

/**
 * Measures requests per second of our routes relative to a bare Fastify route. Each server has its own process, and
 * the rounds alternate, so that other load affects all of them equally.
 */
const rounds = 9
const secondsPerRound = 2
const connections = 50

const subjects = ['bare', 'public', 'guarded', 'ping', 'order', 'x402'] as const
type Subject = (typeof subjects)[number]
type Target = {
  url: string
  headers: Record<string, string>
  /** Of a POST request; others are GET requests. */
  body?: object
  stop: () => Promise<void>
}

const targets = new Map<Subject, Target>()
for (const subject of subjects) targets.set(subject, await startTarget(subject))

const rates = Object.fromEntries(subjects.map((subject) => [subject, []])) as unknown as Record<
  Subject,
  number[]
>
for (const subject of subjects) await measure(subject, 1)
for (let round = 1; round <= rounds; round += 1) {
  for (const subject of subjects) rates[subject].push(await measure(subject, secondsPerRound))
  console.log(`round ${round} of ${rounds}: ${describeRound(round - 1)}`)
}
for (const target of targets.values()) await target.stop()

const drains = await measureDeliveries()
for (const [subject, base] of [
  ['public', 'bare'],
  ['guarded', 'bare'],
  ['ping', 'bare'],
  ['x402', 'order'],
] as const) {
  const ratios = rates[subject].map((rate, index) => rate / (rates[base][index] ?? Number.NaN))
  console.log(`${subject} / ${base}: ${describeRatios(ratios)}`)
}
console.log(`webhooks / bare loop: ${describeRatios(drains)}`)

/** Measures how fast deliveries reach a receiver, relative to a loop that only posts the same bodies. */
async function measureDeliveries(): Promise<number[]> {
  const { ctx, close } = await openContext()
  const drained = await measureDrain(ctx, { deliveries: 10_000, rounds: 5 })
  await close()
  return drained.map(({ bareMs, drainMs }, index) => {
    const [bare, drain] = [bareMs, drainMs].map((ms) => Math.round(10_000_000 / ms))
    console.log(`webhooks, round ${index + 1} of 5: bare loop ${bare}/s, deliveries ${drain}/s`)
    return bareMs / drainMs
  })
}

function describeRatios(ratios: readonly number[]): string {
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2))
  return `${median(ratios).toFixed(2)} (${low} to ${high})`
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function measure(subject: Subject, duration: number): Promise<number> {
  const target = targets.get(subject)
  if (!target) throw new Error(`The server ${subject} was not started.`)
  const { url, headers, body } = target
  const result = await autocannon({
    url,
    headers,
    connections,
    duration,
    ...(body && {
      method: 'POST',
      requests: [{ setupRequest: (request) => asBuyer(request, body) }],
    }),
  })
  const expected = subject === 'x402' ? '402' : '200'
  const isExpected = Object.keys(result.statusCodeStats ?? {}).every((code) => code === expected)
  if (!isExpected || result.errors > 0) throw new Error(`The server ${subject} returned errors.`)
  return result.requests.average
}

let calls = 0

/** Sends the body from one of 250 network addresses in turn. */
function asBuyer(request: autocannon.Request, body: object): autocannon.Request {
  calls += 1
  const address = `10.0.0.${calls % 250}`
  const headers = {
    ...request.headers,
    'content-type': 'application/json',
    'x-forwarded-for': address,
  }
  return { ...request, headers, body: JSON.stringify(body) }
}

function describeRound(index: number): string {
  return subjects
    .map((subject) => `${subject} ${Math.round(rates[subject][index] ?? 0)}/s`)
    .join(', ')
}

async function startTarget(subject: Subject): Promise<Target> {
  const child = fork(fileURLToPath(new URL('./target.js', import.meta.url)), [subject])
  const [ready] = (await once(child, 'message')) as [Pick<Target, 'url' | 'headers'>]
  return {
    ...ready,
    async stop() {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}
