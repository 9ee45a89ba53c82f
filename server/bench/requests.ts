import { type Measured, measureRequests } from './measure-requests.js'

// Compares requests of the real app with bare handlers on the same database, in turns.

for (const connections of [1, 32, 256]) {
  const rows = await measureRequests({ connections, rounds: 5, secondsPerRound: 2 })
  console.log(`\n${connections} connections`)
  console.table(rows.map(describe))
}

function describe({ name, floor, rounds }: Measured) {
  const ratios = rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond)
  const ours = rounds.map((round) => round.ours)
  return {
    request: name,
    ratio: `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    floor,
    'per second': Math.round(median(ours.map(({ perSecond }) => perSecond))),
    'p50 ms': median(ours.map(({ p50 }) => p50)),
    'p99 ms': median(ours.map(({ p99 }) => p99)),
    'CPU ms': Number(median(ours.map(({ cpuMsPerRequest }) => cpuMsPerRequest)).toFixed(2)),
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
