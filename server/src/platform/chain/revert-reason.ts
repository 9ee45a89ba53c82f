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

/** Returns whether the contract itself failed a call, rather than the node. */
export async function isContractFault(error: unknown): Promise<boolean> {
  const { CallExecutionError, ContractFunctionExecutionError } = await import('viem')
  if ((await revertReason(error)) !== null) return true
  // The call succeeded, but its result could not be decoded.
  const isRead = error instanceof ContractFunctionExecutionError
  return isRead && error.walk((one) => one instanceof CallExecutionError) === null
}

/**
 * Makes a message of a node or contract safe to store and show: one line of limited length. A contract may return any
 * bytes, and PostgreSQL cannot store NUL.
 */
export function plainWords(text: string, maxLength: number): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
}
