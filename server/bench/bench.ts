import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../src/platform/project-root.js'
import { drawGrowth } from './draw-growth.js'
import { drawPlot } from './draw-plot.js'
import { measureDrain } from './measure-drain.js'
import { measureGrowth } from './measure-growth.js'
import { measureOrders } from './measure-orders.js'
import { measurePictures } from './measure-pictures.js'
import { type Measurement, measureRequests, warmUp } from './measure-requests.js'
import { measureRetention } from './measure-retention.js'
import { measureSnapshot } from './measure-snapshot.js'
import { measureSoak } from './measure-soak.js'
import { openService } from './open-service.js'
import { readOptions } from './options.js'
import { startTarget, type Target } from './start-target.js'
import { print } from './statistics.js'
import { storeReceipts } from './stored/store-receipts.js'
import { waitUntilIdle } from './stored/wait-until-idle.js'
import { describeResults, type Results } from './write-report.js'

// Measures the service against bare handlers, and writes docs/benchmarks.md and its plot.

const options = readOptions(process.argv.slice(2))
const wants = (part: string) => options.only.includes(part)

const resultsPath = join(projectRoot(), '.cache', 'bench.json')
const docs = join(projectRoot(), 'docs')
let results = readEarlierResults()

if (['requests', 'order', 'pictures', 'snapshot', 'soak'].some(wants)) {
  const target = await startTarget(storeReceipts(options.stored))
  await waitUntilIdle(target.service.db)
  print('Warming up ...')
  await warmUp(target)
  if (wants('requests')) storeResults({ requests: await measureAll(target) })
  if (wants('order')) storeResults({ orders: await measureOrders(target, options) })
  if (wants('pictures')) storeResults({ pictures: await measurePictures(target, options) })
  if (wants('snapshot')) storeResults({ snapshot: await measureSnapshot(target, options) })
  if (wants('soak')) storeResults({ soak: await measureSoak(target, options) })
  await target.stop()
}
if (wants('drain')) storeResults({ drains: await measureWebhooks() })
if (wants('growth')) storeResults({ curve: await measureGrowth(options) })
if (wants('retention')) storeResults({ retention: await measureRetention(options.replayed) })
print(describeResults(results))

/** Reads the results of earlier runs, which parts that are not measured again keep. */
function readEarlierResults(): Results {
  const none: Results = {
    requests: [],
    orders: {},
    pictures: null,
    snapshot: [],
    soak: null,
    drains: [],
    curve: [],
    retention: [],
  }
  return existsSync(resultsPath)
    ? { ...none, ...JSON.parse(readFileSync(resultsPath, 'utf8')) }
    : none
}

/** Writes the page again after every part, because a run takes long. */
function storeResults(measured: Partial<Results>): void {
  print(`Measured: ${Object.keys(measured).join(', ')}.`)
  results = { ...results, ...measured }
  writeFileSync(resultsPath, JSON.stringify(results))
  writeFileSync(join(docs, 'benchmarks.md'), describeResults(results))
  if (results.requests.length > 0) {
    writeFileSync(join(docs, 'benchmarks.svg'), drawPlot(results.requests))
  }
  if (results.curve.length > 0) {
    writeFileSync(join(docs, 'benchmarks-growth.svg'), drawGrowth(results.curve))
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
