import { cpus, totalmem } from 'node:os'
import { maxRatio, ratiosOf } from './draw-growth.js'
import type { Growth } from './measure-growth.js'
import type { OrderRates } from './measure-orders.js'
import type { PictureRates } from './measure-pictures.js'
import type { Measurement } from './measure-requests.js'
import type { Retention } from './measure-retention.js'
import type { Soak } from './measure-soak.js'
import { describeSpread, median } from './statistics.js'

export type Results = {
  requests: readonly Measurement[]
  orders: OrderRates
  pictures: PictureRates | null
  /** Percent of a core, one figure per round. */
  snapshot: readonly number[]
  soak: Soak | null
  drains: readonly number[]
  curve: readonly Growth[]
  retention: readonly Retention[]
}

/** Describes the results as a page of the documentation. */
export function describeResults(results: Results): string {
  const { requests } = results
  const connections = [...new Set(requests.map((row) => row.connections))]
  const sections = [
    `# Benchmarks

\`npm run bench\` writes this page. ${machine()}

The service runs as \`npm start\` starts it: a process of its own, in sandbox mode, with its own PostgreSQL and chain. It takes
requests over HTTP for the demo shop. Only settings differ: \`LIMITS_FILE\` raises what new merchants and anonymous callers may store,
and \`TRUSTED_PROXIES\` lets the load come from many addresses. The database also loads \`pg_stat_statements\`, which counts round
trips. A bare handler is a Fastify route in another process. It only parses the request, runs one statement on the same database and
prints the result: the same document, stored as one JSON value. The bare page is static. Both take turns after a warm-up,
${requests[0]?.rounds.length ?? 0} times. Figures are medians; ratios also show the lowest and highest round. CPU times are those that Linux counts for a
process. Load generator, service and database share the cores. Items have pictures, and the database has 1,000,000 receipts of 1,000
merchants, a tenth of them of the demo shop.`,
    ...(requests.length > 0 ? ['![Ratio to a bare handler](benchmarks.svg)'] : []),
    ...connections.map((count) => describeRequests(requests, count)),
    describeOrders(results.orders),
    describePictures(results.pictures),
    describeSnapshot(results.snapshot),
    describeSoak(results.soak),
    describeDrains(results.drains),
    describeGrowth(results.curve),
    describeRetention(results.retention),
    notes,
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

const notes = `## Notes

- Requests that arrive together share statements, so a request takes less than one round trip under load.
- A payment page or portal request comes from one of 250 network addresses. Their rate limits take the further round trips: one for the
  calls of an address in five seconds.
- Deposit addresses and checksums use a WebAssembly implementation of Keccak-256. It takes 10 µs per deposit address; the
  JavaScript implementation took 69 µs, and orders 12 % of their time.
- Charging a batch of subscriptions needs a chain: run \`npm run chaos -- charge-speed\`.`

function machine(): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `The figures are of ${cpus().length} cores (${cpu?.model ?? process.arch}, ${process.arch}), ${memory} GB, Node ${process.versions.node}.`
}

/** The floors are for this number of connections. */
const floorConnections = 32

function describeRequests(requests: readonly Measurement[], connections: number): string {
  const rows = requests
    .filter((row) => row.connections === connections)
    .map(({ name, floor, rounds }) => {
      const ratios = rounds.map(({ ours: ownLoad, bare }) => ownLoad.perSecond / bare.perSecond)
      const ownLoads = rounds.map((round) => round.ours)
      const figure = (values: readonly (number | null)[], digits: number) =>
        median(values.map((value) => value ?? Number.NaN)).toFixed(digits)
      return [
        name,
        describeSpread(ratios),
        (connections === floorConnections && floor) || '',
        figure(
          ownLoads.map((run) => run.perSecond),
          0,
        ),
        figure(
          ownLoads.map((run) => run.p50),
          0,
        ),
        figure(
          ownLoads.map((run) => run.p99),
          0,
        ),
        figure(
          ownLoads.map((run) => run.roundTrips),
          2,
        ),
        figure(
          ownLoads.map((run) => run.cpuMs),
          2,
        ),
        figure(
          ownLoads.map((run) => run.databaseCpuMs),
          2,
        ),
        figure(
          rounds.map(({ bare }) => (bare.cpuMs ?? Number.NaN) + (bare.databaseCpuMs ?? 0)),
          2,
        ),
      ]
    })
  const title = connections === 1 ? '1 connection' : `${connections} connections`
  return `## ${title}\n\n${table(
    [
      'Request',
      'Ratio to bare',
      'Floor',
      'Per second',
      'p50 ms',
      'p99 ms',
      'Round trips',
      'CPU ms',
      'Database CPU ms',
      'Bare CPU ms',
    ],
    rows,
  )}`
}

function describePictures(rates: PictureRates | null): string {
  if (!rates) return ''
  const ratios = rates.with.map((rate, round) => rate / (rates.without[round] ?? Number.NaN))
  return `## Pictures

Orders of five items with pictures reach ${describeSpread(ratios)} of the rate without: ${median(rates.with).toFixed(0)} and ${median(rates.without).toFixed(0)} per second.`
}

function describeSnapshot(percents: readonly number[]): string {
  if (percents.length === 0) return ''
  return `## Protection against outages

Keeping the snapshot of a shop in use takes ${describeSpread(percents)} % of a core, of the service and the database together.`
}

function describeOrders(orders: OrderRates): string {
  const ourOrders = orders['Tallystick']
  if (!ourOrders) return ''
  const rows = Object.entries(orders).map(([name, rates]) => [
    name,
    median(rates).toFixed(median(rates) < 10 ? 1 : 0),
    describeSpread(ourOrders.map((rate, round) => rate / (rates[round] ?? Number.NaN))),
  ])
  return `## New orders of all contenders

In turns, over 32 connections. pgbench runs the statement of the bare handler without HTTP. Vendure 3.7 adds one line to a new
order in a new session and prices it with tax, and Medusa 2.21 creates a cart with one line in a region with tax. Both run in one process, with
their default settings and a database of their own, and serve 4 connections. An order of Tallystick has five lines.

${table(['Contender', 'Orders per second', 'Tallystick in relation'], rows)}`
}

function describeSoak(soak: Soak | null): string {
  if (!soak) return ''
  const { seconds, requests, loopDelayP99Ms, heapGrowthMb, residentMb } = soak
  return `## Full load

${table(
  ['Figure', 'Value', 'Limit'],
  [
    [`p99 of event-loop delay in ${seconds} s`, `${loopDelayP99Ms.toFixed(1)} ms`, '50 ms'],
    [
      `growth of the lowest heap in ${requests.toLocaleString('en')} requests`,
      `${heapGrowthMb.toFixed(1)} MB`,
      '30 MB',
    ],
    ['resident memory afterwards', `${residentMb.toFixed(0)} MB`, ''],
  ],
)}`
}

function describeDrains(drains: readonly number[]): string {
  if (drains.length === 0) return ''
  return `## Webhooks

Pending deliveries reach a receiver at ${describeSpread(drains)} of the rate of a loop that only posts the same bodies.`
}

function describeGrowth(growths: readonly Growth[]): string {
  if (growths.length === 0) return ''
  const sizes = growths.map(({ receipts }) => receipts.toLocaleString('en'))
  const rows = ratiosOf(growths).map(([name, ratios]) => {
    const ratio = ratios.at(-1) ?? Number.NaN
    const times = growths.map(({ times }) => (times[name] ?? Number.NaN).toFixed(1))
    return [name, ...times, ratio > maxRatio ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2)]
  })
  const figures = (read: (growth: Growth) => string) => [...growths.map(read), '']
  return `## Growth

Milliseconds of one request over HTTP by the number of receipts of 1,000 merchants. The demo shop sends the requests. It has a tenth of
all receipts, and the other merchants share the rest evenly. Receipts are spread over two years, and 60 of 100 are paid. The ratio is that of the last
to the first column. At most ${maxRatio} is acceptable; more is bold. A search returns
as many receipts at every size: 20 for the common word, which every 20th receipt has, and one for the others. Items and funnels take no part: their reports read every receipt of their
range, up to 50,000.

![Growth of the time of requests](benchmarks-growth.svg)

${table(
  ['Request', ...sizes, 'Ratio'],
  [
    ...rows,
    ['database, GB', ...figures(({ bytes }) => (bytes / 1e9).toFixed(1))],
    ['filled in seconds', ...figures(({ seconds }) => seconds.toFixed(0))],
  ],
)}`
}

function describeRetention(hours: readonly Retention[]): string {
  if (hours.length === 0) return ''
  const rows = hours.map((hour) => [
    hour.requests.toLocaleString('en'),
    `\`${hour.table}\``,
    hour.writtenPerSecond.toFixed(0),
    hour.deleted.toLocaleString('en'),
    hour.deletedPerSecond?.toFixed(0) ?? '',
    hour.rows.toLocaleString('en'),
    hour.deadRows.toLocaleString('en'),
    hour.megabytes.toFixed(0),
    hour.autovacuums,
  ])
  return `## Retention

The service keeps its last calls for a week, at most 10,000 of each key, and rate limits for an hour after their end. The
writes of requests to both tables are replayed with the statements of the service but without HTTP: 100 keys, 100,000 network addresses. After each fifth the clock moves
on by an hour, at the end by a week. The service then deletes, and the database vacuums by itself.

${table(
  [
    'Requests',
    'Table',
    'Written per second',
    'Deleted',
    'Deleted per second',
    'Rows',
    'Dead rows',
    'MB',
    'Autovacuums',
  ],
  rows,
)}`
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
