import { revertReason } from './revert-reason.js'

/** Whether a contract was asked and did not answer as it should; otherwise it could not be asked, which says nothing. */
export async function isContractFault(error: unknown): Promise<boolean> {
  const { CallExecutionError, ContractFunctionExecutionError } = await import('viem')
  if ((await revertReason(error)) !== null) return true
  // A call that went through, and whose answer makes no sense.
  const isRead = error instanceof ContractFunctionExecutionError
  return isRead && error.walk((one) => one instanceof CallExecutionError) === null
}
