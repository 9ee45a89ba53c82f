import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Address, parseAddress } from '../src/lib/hex.js'
import type { Hex } from '../src/platform/chain/chain.js'
import type { TestChain } from './test-chain.js'

/** An account whose key the chain has. The service never uses it. */
const ownWallet = '0x14dc79964da2c08b23698b3d3cc7ca32193d9955'

export type FundedWallet = Awaited<ReturnType<typeof aFundedWallet>>

/** Creates a unique wallet, by default with ten ether. */
export async function aFundedWallet(chain: TestChain, { wei = 10n ** 19n } = {}) {
  const privateKey = generatePrivateKey()
  const account = privateKeyToAccount(privateKey)
  const address = parseAddress(account.address) as Address
  await chain.call('anvil_setBalance', address, `0x${wei.toString(16)}`)

  return {
    address,
    privateKey,
    /** Signs a transaction, by default one wei to itself. */
    sign: (fields: Partial<Parameters<typeof account.signTransaction>[0]> = {}): Promise<Hex> =>
      account.signTransaction({
        type: 'eip1559',
        chainId: 84_532,
        nonce: 0,
        to: address,
        value: 1n,
        gas: 21_000n,
        maxFeePerGas: 10_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        ...(fields as object),
      }),
  }
}

/**
 * Sends a transaction from an account of the chain, waits until it is in a block, and returns its
 * hash.
 *
 * @throws when it reverts.
 */
export async function sendOnChain(
  chain: TestChain,
  transaction: { from?: Address; to: Address; data?: Hex; value?: bigint },
): Promise<Hex> {
  const { from = ownWallet, to, data = '0x', value = 0n } = transaction
  const call = { from, to, data, value: `0x${value.toString(16)}` }
  const hash = (await chain.call('eth_sendTransaction', call)) as Hex
  const receipt = await waitForReceipt(chain, hash)
  if (receipt.status !== '0x1') throw new Error(`a transaction to ${to} reverted`)
  return hash
}

/** Waits for the block, which follows shortly after the transaction was accepted. */
export async function waitForReceipt(chain: TestChain, hash: Hex): Promise<{ status: Hex }> {
  for (;;) {
    const receipt = await chain.call('eth_getTransactionReceipt', hash)
    if (receipt) return receipt as { status: Hex }
    await sleep(5)
  }
}
