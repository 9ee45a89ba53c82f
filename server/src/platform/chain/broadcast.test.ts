import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRpcNode } from '../../../test/fixtures/servers/rpc-node.js'
import type { ChainClient } from './chain-client.js'
import { broadcast } from './viem-chain.js'

let node: Awaited<ReturnType<typeof startRpcNode>>
let client: ChainClient
let nodeError: string | null
beforeAll(async () => {
  const respond = () =>
    nodeError === null ? { result: '0x1' } : { error: { code: -32_000, message: nodeError } }
  node = await startRpcNode({ respond })
  client = createPublicClient({ transport: http(node.url, { retryCount: 0 }) })
})
afterAll(() => node.close())

function broadcastWithError(message: string | null) {
  nodeError = message
  return broadcast(client, '0x02')
}

describe('broadcast', () => {
  test('default', async () => {
    expect(await broadcastWithError(null)).toEqual({ kind: 'accepted', isKnown: false })
  })

  // Messages of geth, op-geth, Nethermind, Erigon, Besu and Reth.
  test.each([
    ['already known', { kind: 'accepted', isKnown: true }],
    ['AlreadyKnown', { kind: 'accepted', isKnown: true }],
    ['Known transaction', { kind: 'accepted', isKnown: true }],
    ['transaction already imported', { kind: 'accepted', isKnown: true }],
    ['nonce too low: next nonce 5, tx nonce 4', { kind: 'nonce_used' }],
    ['OldNonce, Current nonce: 5, nonce of rejected tx: 4', { kind: 'nonce_used' }],
    ['Nonce too low', { kind: 'nonce_used' }],
    ['replacement transaction underpriced', { kind: 'underpriced' }],
    ['transaction underpriced', { kind: 'underpriced' }],
    ['ReplacementNotAllowed', { kind: 'underpriced' }],
    ['FeeTooLow, MaxFeePerGas too low', { kind: 'underpriced' }],
    ['insufficient funds for gas * price + value: balance 0', { kind: 'unfunded' }],
    ['InsufficientFunds, Balance is 0', { kind: 'unfunded' }],
    ['Upfront cost exceeds account balance', { kind: 'unfunded' }],
  ])('behavior: classifies "%s"', async (message, outcome) => {
    expect(await broadcastWithError(message)).toEqual(outcome)
  })

  test('behavior: returns any other error as refused, in one safe line', async () => {
    expect(await broadcastWithError('tx type\u0000\n not supported')).toEqual({
      kind: 'refused',
      reason: 'tx type not supported',
    })
    const long = await broadcastWithError('x'.repeat(1_000))
    expect(long).toEqual({ kind: 'refused', reason: 'x'.repeat(200) })
  })

  test('error: throws on an invalid response, because the node may have the transaction', async () => {
    const other = createPublicClient({ transport: http(`${node.url}/`, { retryCount: 0 }) })
    await node.close()
    await expect(broadcast(other, '0x02')).rejects.toThrow('HTTP request failed')
  })
})
