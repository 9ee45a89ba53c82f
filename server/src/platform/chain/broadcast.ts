import type { BroadcastOutcome, Hex } from './chain.js'
import type { ChainClient } from './chain-client.js'
import { plainWords } from './plain-words.js'

/** Error messages of different nodes. Their error codes are not consistent. */
const knownErrors: [RegExp, BroadcastOutcome][] = [
  [/already ?(known|imported|in mempool)|known transaction/i, { kind: 'accepted', isKnown: true }],
  [/nonce (is )?too low|old ?nonce/i, { kind: 'nonce_used' }],
  [/underpriced|fee ?too ?low|replacement ?not ?allowed/i, { kind: 'underpriced' }],
  [/insufficient ?(funds|balance)|exceeds account balance/i, { kind: 'unfunded' }],
]

/**
 * Broadcasts a signed transaction and returns the outcome.
 *
 * @throws when the node did not respond. It may have the transaction anyway.
 */
export async function broadcast(client: ChainClient, signed: Hex): Promise<BroadcastOutcome> {
  try {
    await client.request({ method: 'eth_sendRawTransaction', params: [signed] })
    return { kind: 'accepted', isKnown: false }
  } catch (error) {
    const message = await nodeMessage(error)
    if (message === null) throw error
    const known = knownErrors.find(([pattern]) => pattern.test(message))
    return known ? known[1] : { kind: 'refused', reason: plainWords(message, 200) }
  }
}

/** Returns the error message of the node itself, or `null` for a transport failure. */
async function nodeMessage(error: unknown): Promise<string | null> {
  const { BaseError, HttpRequestError, RpcRequestError, TimeoutError } = await import('viem')
  if (!(error instanceof BaseError)) return null
  if (error.walk((one) => one instanceof HttpRequestError || one instanceof TimeoutError))
    return null
  const rpcError = error.walk((one) => one instanceof RpcRequestError)
  return rpcError instanceof RpcRequestError ? rpcError.details : null
}
