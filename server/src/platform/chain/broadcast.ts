import type { BroadcastOutcome, Hex } from './chain.js'
import type { ChainClient } from './chain-client.js'
import { plainWords } from './plain-words.js'

/** Nodes agree on what they mean, hardly on how they say it, and not at all on codes. */
const meanings: [RegExp, BroadcastOutcome][] = [
  [/already ?(known|imported|in mempool)|known transaction/i, { kind: 'accepted', isKnown: true }],
  [/nonce (is )?too low|old ?nonce/i, { kind: 'nonce_used' }],
  [/underpriced|fee ?too ?low|replacement ?not ?allowed/i, { kind: 'underpriced' }],
  [/insufficient ?(funds|balance)|exceeds account balance/i, { kind: 'unfunded' }],
]

/**
 * Hands a signed transaction to the node and tells what became of it.
 *
 * @throws when the node did not answer: it may have the transaction all the same.
 */
export async function broadcast(client: ChainClient, signed: Hex): Promise<BroadcastOutcome> {
  try {
    await client.request({ method: 'eth_sendRawTransaction', params: [signed] })
    return { kind: 'accepted', isKnown: false }
  } catch (error) {
    const words = await nodesWords(error)
    if (words === null) throw error
    const meaning = meanings.find(([pattern]) => pattern.test(words))
    return meaning ? meaning[1] : { kind: 'refused', reason: plainWords(words, 200) }
  }
}

/** What the node itself said no with; `null` when the failure was on the way. */
async function nodesWords(error: unknown): Promise<string | null> {
  const { BaseError, HttpRequestError, RpcRequestError, TimeoutError } = await import('viem')
  if (!(error instanceof BaseError)) return null
  if (error.walk((one) => one instanceof HttpRequestError || one instanceof TimeoutError))
    return null
  const answer = error.walk((one) => one instanceof RpcRequestError)
  return answer instanceof RpcRequestError ? answer.details : null
}
