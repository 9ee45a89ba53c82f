/** Why a call would revert, in the contract's words; `null` when the failure was something else. */
export async function revertReason(error: unknown): Promise<string | null> {
  const { BaseError, ExecutionRevertedError, RpcRequestError } = await import('viem')
  if (!(error instanceof BaseError)) return null
  const reverted = error.walk((one) => one instanceof ExecutionRevertedError)
  if (!(reverted instanceof ExecutionRevertedError)) return null

  const answer = error.walk((one) => one instanceof RpcRequestError)
  const data = answer instanceof RpcRequestError ? answer.data : undefined
  const details = typeof data === 'string' ? ` (${data.slice(0, 74)})` : ''
  return `${reverted.shortMessage}${details}`.slice(0, 300)
}
