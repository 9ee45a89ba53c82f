import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { median } from './median.js'

/**
 * Requests per second of our routes as a share of a bare Fastify route's, each server in a process of
 * its own, measured in turns: whatever else the machine does hits all of them alike.
 */
const rounds = 9
const secondsPerRound = 2
const connections = 50

const subjects = ['bare', 'public', 'guarded', 'ping'] as const
type Subject = (typeof subjects)[number]
type Target = { url: string; headers: Record<string, string>; stop: () => Promise<void> }

const targets = new Map<Subject, Target>()
for (const subject of subjects) targets.set(subject, await startTarget(subject))

const rates: Record<Subject, number[]> = { bare: [], public: [], guarded: [], ping: [] }
for (const subject of subjects) await measure(subject, 1)
for (let round = 1; round <= rounds; round += 1) {
  for (const subject of subjects) rates[subject].push(await measure(subject, secondsPerRound))
  console.log(`round ${round} of ${rounds}: ${describeRound(round - 1)}`)
}
for (const target of targets.values()) await target.stop()

for (const subject of ['public', 'guarded', 'ping'] as const) {
  const ratios = rates[subject].map((rate, index) => rate / (rates.bare[index] ?? Number.NaN))
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2))
  console.log(`${subject} / bare: ${median(ratios).toFixed(2)} (${low} to ${high})`)
}

async function measure(subject: Subject, duration: number): Promise<number> {
  const target = targets.get(subject)
  if (!target) throw new Error(`${subject} was not started`)
  const { url, headers } = target
  const result = await autocannon({ url, headers, connections, duration })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${subject} answered with errors`)
  return result.requests.average
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
