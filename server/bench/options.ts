import { parseArgs } from 'node:util'

export type BenchOptions = {
  /** Parts to measure: requests, growth, retention, soak, drain, order, pictures, snapshot. */
  only: readonly string[]
  connections: readonly number[]
  rounds: number
  secondsPerRound: number
  /** The largest number of receipts of all merchants while they grow. */
  receipts: number
  /** Receipts of all merchants during all other parts. */
  stored: number
  /** Requests whose writes are replayed. */
  replayed: number
  soakSeconds: number
  soakRequests: number
  /** Other commerce servers that take part in orders: vendure, medusa. */
  peers: readonly string[]
}

const parts = ['requests', 'growth', 'retention', 'soak', 'drain', 'order', 'pictures', 'snapshot']

/** Reads the options of `npm run bench`. The defaults are those of docs/benchmarks.md. */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: parts.join(',') },
      connections: { type: 'string', default: '1,32,256' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      receipts: { type: 'string', default: '10000000' },
      stored: { type: 'string', default: '1000000' },
      replayed: { type: 'string', default: '5000000' },
      'soak-seconds': { type: 'string', default: '60' },
      'soak-requests': { type: 'string', default: '1000000' },
      with: { type: 'string', multiple: true, default: [] },
    },
  })
  return {
    only: values.only.split(','),
    connections: values.connections.split(',').map(Number),
    rounds: Number(values.rounds),
    secondsPerRound: Number(values.seconds),
    receipts: Number(values.receipts),
    stored: Number(values.stored),
    replayed: Number(values.replayed),
    soakSeconds: Number(values['soak-seconds']),
    soakRequests: Number(values['soak-requests']),
    peers: values.with,
  }
}
