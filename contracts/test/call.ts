import { bytesToHex } from '@ethereumjs/util'
import type { RunTxResult } from '@ethereumjs/vm'
import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { decodeFailure, decodeLog, type Failure, type Log } from './decode.js'

/** Spread into a call: `chain.send({ ...split, functionName: 'distribute', args: [token] })`. */
export type Contract = { to: Address; abi: Abi }

export type Call = {
  to: Address
  abi?: Abi
  functionName?: string
  args?: readonly unknown[]
  /** Raw calldata, instead of a function and its arguments. */
  data?: Hex
  from?: Address
  value?: bigint
  gas?: bigint
}

/** `gasUsed` includes intrinsic gas and refunds, as in a transaction receipt. */
export type Outcome = {
  status: 'success' | 'reverted'
  gasUsed: bigint
  logs: Log[]
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what its function returns
  returned: any
  failure: Failure | null
}

type Execution = RunTxResult['execResult']

export function toCalldata({ abi, functionName, args = [], data = '0x' }: Call): Hex {
  if (functionName === undefined) return data
  if (abi === undefined) throw new Error(`A call of ${functionName} needs an ABI.`)
  return encodeFunctionData({ abi, functionName, args })
}

export function toOutcome(call: Call, { execResult, totalGasSpent }: RunTxResult): Outcome {
  const failure = findFailure(execResult)
  return {
    status: failure ? 'reverted' : 'success',
    gasUsed: totalGasSpent,
    logs: failure ? [] : (execResult.logs ?? []).map(toLog),
    returned: failure ? null : toReturned(call, execResult),
    failure,
  }
}

export function toReturned(call: Call, { returnValue }: Execution): unknown {
  const { abi, functionName, args = [] } = call
  if (abi === undefined || functionName === undefined || returnValue.length === 0) return null
  return decodeFunctionResult({ abi, functionName, args, data: bytesToHex(returnValue) })
}

export function findFailure({ exceptionError, returnValue }: Execution): Failure | null {
  return exceptionError === undefined ? null : decodeFailure(bytesToHex(returnValue))
}

/** @throws Error with the contract's own error, if it has one. */
export function requireSuccess(title: string, failure: Failure | null): void {
  if (failure === null) return
  const { name, args, data } = failure
  throw new Error(`${title} reverted: ${name === null ? data : `${name}(${args.join(', ')})`}`)
}

function toLog([address, topics, data]: [Uint8Array, Uint8Array[], Uint8Array]): Log {
  return decodeLog(bytesToHex(address), topics.map(bytesToHex), bytesToHex(data))
}
