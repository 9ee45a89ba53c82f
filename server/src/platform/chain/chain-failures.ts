import { redactText } from '../../lib/redact.js'

/** Messages for calls that abort without a revert reason, as old contracts do. */
const aborted =
  /invalid ?(fe ?)?opcode|opcode ?not ?found|invalid ?jump|stack ?(under|over)flow|out ?of ?gas/i

/** Returns the contract's reason for a revert, or `null` for any other failure. */
export async function revertReason(error: unknown): Promise<string | null> {
  const { BaseError, ExecutionRevertedError, RpcRequestError } = await import('viem')
  if (!(error instanceof BaseError)) return null
  const rpcFailure = error.walk((cause) => cause instanceof RpcRequestError)
  const rpcError = rpcFailure instanceof RpcRequestError ? rpcFailure : null
  const reverted = error.walk((cause) => cause instanceof ExecutionRevertedError)
  if (!(reverted instanceof ExecutionRevertedError)) {
    return rpcError && aborted.test(rpcError.details) ? plainWords(rpcError.details, 300) : null
  }

  const details = typeof rpcError?.data === 'string' ? ` (${rpcError.data.slice(0, 74)})` : ''
  return plainWords(`${reverted.shortMessage}${details}`, 300)
}

/** Returns whether the contract itself failed a call, rather than the node. */
export async function isContractFault(error: unknown): Promise<boolean> {
  const { CallExecutionError, ContractFunctionExecutionError } = await import('viem')
  if ((await revertReason(error)) !== null) return true
  // The call succeeded, but its result could not be decoded.
  const isRead = error instanceof ContractFunctionExecutionError
  return isRead && error.walk((cause) => cause instanceof CallExecutionError) === null
}

/**
 * Makes a message of a node or contract safe to store and show: one line of limited length. A
 * contract may return any bytes, and PostgreSQL cannot store NUL.
 */
export function plainWords(text: string, maxLength: number): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
}

const maxLength = 300

type ChainFailure = Error & { shortMessage: string; details?: unknown; code?: unknown }

/** Returns whether an error comes from the chain or its node. */
export function isChainFailure(error: unknown): error is ChainFailure {
  return error instanceof Error && 'shortMessage' in error && typeof error.shortMessage === 'string'
}

/** Describes an error in one safe line. The full message has the node's URL, maybe with a key. */
export function describeFailure(error: unknown): string {
  return plainWords(redactText(messageOf(error)), maxLength)
}

function messageOf(error: unknown): string {
  if (!isChainFailure(error)) return error instanceof Error ? error.message : String(error)
  // With a code, the node itself responded, and its message says more than the library's.
  const isNodeError = typeof error.code === 'number' && typeof error.details === 'string'
  return isNodeError ? String(error.details) : error.shortMessage
}
