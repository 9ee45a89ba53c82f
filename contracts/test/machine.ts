import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { createLegacyTx } from '@ethereumjs/tx'
import { type Address as Bytes20, createAddressFromString } from '@ethereumjs/util'
import type { RunTxOpts } from '@ethereumjs/vm'
import type { Address, Hex } from 'viem'

export type Transaction = {
  from: Bytes20
  nonce: bigint
  /** Absent when the transaction creates a contract. */
  to?: Address
  data: Hex
  value: bigint
  gas: bigint
}

/** The chain id of Base Sepolia, with current gas costs. */
export const common = createCustomCommon({ chainId: 84532 }, Mainnet, {
  hardfork: Hardfork.Prague,
})

const coinbase = createAddressFromString('0x00000000000000000000000000000000c01ba5e0')

/** Returns an unsigned transaction from any address without code. Gas is free, to keep balances simple. */
export function toRunnable(transaction: Transaction, number: bigint, timestamp: bigint): RunTxOpts {
  const { from, gas, ...rest } = transaction
  const tx = createLegacyTx({ ...rest, gasLimit: gas, gasPrice: 0n }, { common, freeze: false })
  tx.getSenderAddress = () => from
  return {
    tx,
    block: toBlock(number, timestamp),
    skipHardForkValidation: true,
    skipBlockGasLimitValidation: true,
  }
}

/** Returns only the fields of a block that the EVM reads, because a full block takes longer than most transactions. */
export function toBlock(number: bigint, timestamp: bigint): NonNullable<RunTxOpts['block']> {
  const header = {
    number,
    timestamp,
    coinbase,
    difficulty: 0n,
    prevRandao: new Uint8Array(32),
    gasLimit: 30_000_000n,
    gasUsed: 0n,
    baseFeePerGas: 0n,
    getBlobGasPrice: () => 1n,
  }
  return { header, common } as unknown as NonNullable<RunTxOpts['block']>
}
