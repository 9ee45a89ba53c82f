import {
  type AbiEvent,
  type Address,
  decodeErrorResult,
  decodeEventLog,
  getAddress,
  type Hex,
  toEventSelector,
} from 'viem'
import { contracts } from './artifact.js'

/** `eventName` is null when no contract of ours has such an event. */
export type Log = { address: Address; eventName: string | null; args: Record<string, unknown> }

/** A custom error, `Error` or `Panic`. `name` is null for anything else. */
export type Failure = { name: string | null; args: readonly unknown[]; data: Hex }

const abis = Object.values(contracts).map(({ abi }) => abi)
const errors = abis.flatMap((abi) => abi.filter(({ type }) => type === 'error'))
const events = new Map(
  abis
    .flatMap((abi) => abi.filter((item) => item.type === 'event'))
    .map((event) => [toShape(toEventSelector(event), 1 + countIndexed(event)), event]),
)

export function decodeLog(address: Hex, topics: readonly Hex[], data: Hex): Log {
  const [selector = '0x', ...rest] = topics
  const event = events.get(toShape(selector, topics.length))
  if (event === undefined) return { address: getAddress(address), eventName: null, args: {} }

  const { args } = decodeEventLog({ abi: [event], topics: [selector, ...rest], data })
  return { address: getAddress(address), eventName: event.name, args: { ...args } }
}

export function decodeFailure(data: Hex): Failure {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: errors, data })
    return { name: errorName, args: args as readonly unknown[], data }
  } catch {
    return { name: null, args: [], data }
  }
}

/** Adds the number of topics, because the selector does not contain which arguments are indexed. */
function toShape(selector: Hex, topics: number): string {
  return `${selector}/${topics}`
}

function countIndexed({ inputs }: AbiEvent): number {
  return inputs.filter(({ indexed }) => indexed).length
}
