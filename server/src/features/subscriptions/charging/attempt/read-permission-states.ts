import type { Address } from '../../../../lib/hex.js'
import type { Block, Chain, Hex } from '../../../../platform/chain/chain.js'
import { spendPermissionManagerAbi } from '../../../../platform/chain/generated/spend-permission-manager.js'
import { senderRules } from '../../../../platform/chain/outgoing/round/sender-rules.js'
import type { SpendPermission } from '../../../../platform/chain/permission-hash.js'
import type { Context } from '../../../../platform/context.js'

/** The state of a permission and its account on chain. */
export type PermissionState = {
  isApproved: boolean
  isRevoked: boolean
  /** The start of the period that was charged last, in Unix seconds. Null when none was. */
  chargedStart: number | null
  /** Of the account, in base units. */
  balance: bigint
  /** The amount that the manager may still take from the account, in base units. */
  allowance: bigint
}

export type ManagedPermission = { permission: SpendPermission; manager: Address }

const callsEach = 5

/**
 * Reads the states of permissions at the latest or the given block, several in a request. Null
 * where a contract did not respond as expected.
 */
export async function readPermissionStates(
  chain: Pick<Chain, 'callMany'>,
  permissions: readonly ManagedPermission[],
  block?: bigint,
): Promise<(PermissionState | null)[]> {
  const { decodeFunctionResult, encodeFunctionData, erc20Abi } = await import('viem')
  const abi = spendPermissionManagerAbi
  const calls = permissions.flatMap(({ permission, manager }) => {
    const args = [permission] as const
    const { account, token } = permission
    return [
      { to: manager, data: encodeFunctionData({ abi, functionName: 'isApproved', args }) },
      { to: manager, data: encodeFunctionData({ abi, functionName: 'isRevoked', args }) },
      {
        to: manager,
        data: encodeFunctionData({ abi, functionName: 'getLastUpdatedPeriod', args }),
      },
      {
        to: token,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
      },
      {
        to: token,
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'allowance',
          args: [account, manager],
        }),
      },
    ]
  })
  const results = await chain.callMany(calls, block)

  return permissions.map((_, index) => {
    const words = results.slice(index * callsEach, (index + 1) * callsEach)
    const [approved, revoked, last, balance, allowance] = words
    if (!isWord(approved) || !isWord(revoked) || !isWord(balance) || !isWord(allowance)) return null
    if (last?.length !== 2 + 3 * 64) return null
    const functionName = 'getLastUpdatedPeriod'
    const { start, spend } = decodeFunctionResult({ abi, functionName, data: last })
    return {
      isApproved: BigInt(approved) === 1n,
      isRevoked: BigInt(revoked) === 1n,
      chargedStart: spend === 0n ? null : start,
      balance: BigInt(balance),
      allowance: BigInt(allowance),
    }
  })
}

/** Returns the newest block with enough confirmations, or null. */
export async function findSafeBlock(
  { config }: Pick<Context, 'config'>,
  chain: Pick<Chain, 'findBlock'>,
): Promise<Block | null> {
  const head = await chain.findBlock('latest')
  const depth = BigInt(senderRules(config).confirmations - 1)
  return head && head.number >= depth ? chain.findBlock(head.number - depth) : null
}

/**
 * Returns those of these permissions that are revoked with enough confirmations, and the time of
 * the block that shows it. A reorganization can remove a revocation that only the newest block
 * shows.
 */
export async function readSafeRevocations(
  ctx: Pick<Context, 'config'>,
  { chain, revoked }: { chain: Chain; revoked: readonly ManagedPermission[] },
): Promise<{ seconds: number; permissions: Set<SpendPermission> }> {
  const block = await findSafeBlock(ctx, chain)
  if (!block) return { seconds: 0, permissions: new Set() }
  const states = await readPermissionStates(chain, revoked, block.number)
  const isSafe = (_: ManagedPermission, index: number) => states[index]?.isRevoked === true
  return {
    seconds: Number(block.timestampSeconds),
    permissions: new Set(revoked.filter(isSafe).map(({ permission }) => permission)),
  }
}

function isWord(result: Hex | null | undefined): result is Hex {
  return result?.length === 66
}
