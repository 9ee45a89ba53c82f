import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../src/platform/project-root.js'
import { drawPlot } from './draw-plot.js'
import { measureDrain } from './measure-drain.js'
import { measureGrowth } from './measure-growth.js'
import { measureOrders } from './measure-orders.js'
import { measurePictures } from './measure-pictures.js'
import { type Measurement, measureRequests, warmUp } from './measure-requests.js'
import { measureSnapshot } from './measure-snapshot.js'
import { measureSoak } from './measure-soak.js'
import { openService } from './open-service.js'
import { readOptions } from './options.js'
import { startTarget, type Target } from './start-target.js'
import { print } from './statistics.js'
import { describeResults, type Results } from './write-report.js'

// Measures the service against bare handlers and others, and writes docs/benchmarks.md and its
// plot.

const options = readOptions(process.argv.slice(2))
const wants = (part: string) => options.only.includes(part)

const kept = join(projectRoot(), '.cache', 'bench.json')
const docs = join(projectRoot(), 'docs')
let results = readKept()

if (['requests', 'order', 'pictures', 'snapshot', 'soak'].some(wants)) {
  const target = await startTarget()
  print('Warming up ...')
  await warmUp(target)
  if (wants('requests')) keep({ requests: await measureAll(target) })
  if (wants('order')) keep({ orders: await measureOrders(target, options) })
  if (wants('pictures')) keep({ pictures: await measurePictures(target, options) })
  if (wants('snapshot')) keep({ snapshot: await measureSnapshot(target, options) })
  if (wants('soak')) keep({ soak: await measureSoak(target, options) })
  await target.stop()
}
if (wants('drain')) keep({ drains: await measureWebhooks() })
if (wants('growth')) keep({ growth: await measureGrowth(options) })
print(describeResults(results))

/** Reads the results of earlier runs, which parts that are not measured again keep. */
function readKept(): Results {
  const none: Results = {
    requests: [],
    orders: {},
    pictures: null,
    snapshot: [],
    soak: null,
    drains: [],
    growth: [],
  }
  return existsSync(kept) ? { ...none, ...JSON.parse(readFileSync(kept, 'utf8')) } : none
}

/** Writes the page again after every part, because a run takes long. */
function keep(measured: Partial<Results>): void {
  print(`Measured: ${Object.keys(measured).join(', ')}.`)
  results = { ...results, ...measured }
  writeFileSync(kept, JSON.stringify(results))
  writeFileSync(join(docs, 'benchmarks.md'), describeResults(results))
  if (results.requests.length > 0) {
    writeFileSync(join(docs, 'benchmarks.svg'), drawPlot(results.requests))
  }
}

/** Measures the requests with every number of connections. */
async function measureAll(target: Target): Promise<Measurement[]> {
  const all: Measurement[] = []
  for (const connections of options.connections) {
    all.push(...(await measureRequests(target, { ...options, connections })))
  }
  return all
}

/**
 * Measures how fast deliveries reach a receiver, relative to a loop that only posts the same
 * bodies.
 */
async function measureWebhooks(): Promise<number[]> {
  const service = await openService({ SANDBOX_CHAIN: 'off' })
  const drained = await measureDrain(service.db, { deliveries: 5_000, rounds: options.rounds })
  await service.stop()
  return drained.map(({ bareMs, drainMs }) => bareMs / drainMs)
}
