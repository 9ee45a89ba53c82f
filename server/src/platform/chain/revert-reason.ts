import { plainWords } from './plain-words.js'

/** Messages for calls that abort without a revert reason, as old contracts do. */
const aborted =
  /invalid ?(fe ?)?opcode|opcode ?not ?found|invalid ?jump|stack ?(under|over)flow|out ?of ?gas/i

/** Returns the contract's reason for a revert, or `null` for any other failure. */
export async function revertReason(error: unknown): Promise<string | null> {
  const { BaseError, ExecutionRevertedError, RpcRequestError } = await import('viem')
  if (!(error instanceof BaseError)) return null
  const found = error.walk((one) => one instanceof RpcRequestError)
  const rpcError = found instanceof RpcRequestError ? found : null
  const reverted = error.walk((one) => one instanceof ExecutionRevertedError)
  if (!(reverted instanceof ExecutionRevertedError)) {
    return rpcError && aborted.test(rpcError.details) ? plainWords(rpcError.details, 300) : null
  }

  const details = typeof rpcError?.data === 'string' ? ` (${rpcError.data.slice(0, 74)})` : ''
  return plainWords(`${reverted.shortMessage}${details}`, 300)
}
