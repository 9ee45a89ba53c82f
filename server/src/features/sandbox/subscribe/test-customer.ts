import { type Address, type Hash, knownAddress } from '../../../lib/hex.js'
import { callAnvil, callAnvilBatch } from '../../../platform/chain/anvil/call-anvil.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { spendPermissionManagerAbi } from '../../../platform/chain/generated/spend-permission-manager.js'
import { testUsdcAbi } from '../../../platform/chain/generated/test-contracts.js'
import type { SpendPermission } from '../../../platform/chain/permission-hash.js'
import type { KeyedMutex } from '../../../platform/keyed-mutex.js'
import { sendTransaction } from '../send-transaction.js'

/** A subscriber of a sandbox, who sends real transactions on its chain. */
export type TestCustomer = Awaited<ReturnType<typeof createTestCustomer>>

const gasMoney = '0xde0b6b3a7640000'
const nowhere = knownAddress('0x000000000000000000000000000000000000dead')

/** Creates the customer of a wallet. The sandbox chain sends for any wallet without its key. */
export async function createTestCustomer(
  { url, mutex }: { url: string; mutex: KeyedMutex },
  { wallet, token, manager }: { wallet: Address; token: Address; manager: Address },
) {
  const { encodeFunctionData } = await import('viem')
  const abi = testUsdcAbi

  const send = (to: Address, data: Hex): Promise<Hash> =>
    mutex.runExclusive(`test-customer ${wallet}`, async () => {
      await callAnvilBatch(url, [
        ['anvil_setBalance', wallet, gasMoney],
        ['anvil_impersonateAccount', wallet],
      ])
      return (await sendTransaction(url, { from: wallet, to, data })).hash
    })

  async function readBalance(): Promise<bigint> {
    const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [wallet] })
    return BigInt((await callAnvil(url, 'eth_call', { to: token, data }, 'latest')) as Hex)
  }

  return {
    /** Mints tokens for the wallet. */
    fund: (units: bigint) =>
      send(token, encodeFunctionData({ abi, functionName: 'mint', args: [wallet, units] })),
    /** Sends all tokens of the wallet away. */
    async spendAll() {
      const args = [nowhere, await readBalance()] as const
      return send(token, encodeFunctionData({ abi, functionName: 'transfer', args }))
    },
    /** Sets how many units the manager may take. */
    approve: (units: bigint) =>
      send(token, encodeFunctionData({ abi, functionName: 'approve', args: [manager, units] })),
    revoke: (permission: SpendPermission) =>
      send(
        manager,
        encodeFunctionData({
          abi: spendPermissionManagerAbi,
          functionName: 'revoke',
          args: [permission],
        }),
      ),
  }
}
