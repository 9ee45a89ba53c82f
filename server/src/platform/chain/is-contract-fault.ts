import { revertReason } from './revert-reason.js'

/** Returns whether the contract itself failed a call, rather than the node. */
export async function isContractFault(error: unknown): Promise<boolean> {
  const { CallExecutionError, ContractFunctionExecutionError } = await import('viem')
  if ((await revertReason(error)) !== null) return true
  // The call succeeded, but its result could not be decoded.
  const isRead = error instanceof ContractFunctionExecutionError
  return isRead && error.walk((one) => one instanceof CallExecutionError) === null
}
