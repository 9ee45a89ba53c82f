import { plainWords } from './plain-words.js'

/** How nodes say that a contract broke off by itself, without a word: as old ones do where new ones revert. */
const brokenOff = /invalid ?(fe ?)?opcode|opcode ?not ?found|invalid ?jump|stack ?(under|over)flow/i

/** Why a call would revert, in the contract's words; `null` when the failure was something else. */
export async function revertReason(error: unknown): Promise<string | null> {
  const { BaseError, ExecutionRevertedError, RpcRequestError } = await import('viem')
  if (!(error instanceof BaseError)) return null
  const answer = error.walk((one) => one instanceof RpcRequestError)
  const said = answer instanceof RpcRequestError ? answer : null
  const reverted = error.walk((one) => one instanceof ExecutionRevertedError)
  if (!(reverted instanceof ExecutionRevertedError)) {
    return said && brokenOff.test(said.details) ? plainWords(said.details, 300) : null
  }

  const details = typeof said?.data === 'string' ? ` (${said.data.slice(0, 74)})` : ''
  return plainWords(`${reverted.shortMessage}${details}`, 300)
}
