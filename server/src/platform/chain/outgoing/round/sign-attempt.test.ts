import fc from 'fast-check'
import { keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Address, parseAddress } from '../../../../lib/hex.js'
import type { Hex } from '../../chain.js'
import { walletOf } from '../../signing-keys.js'
import { signTransaction, type UnsignedTransaction } from './sign-attempt.js'

const privateKey: Hex = `0x${'42'.repeat(32)}`
const transaction: UnsignedTransaction = {
  chainId: 84_532,
  nonce: 7,
  to: `0x${'ab'.repeat(20)}` as Address,
  data: '0x1234',
  value: 5n,
  gas: 25_200n,
  maxFeePerGas: 30n,
  maxPriorityFeePerGas: 2n,
}

describe('signTransaction', () => {
  test('default', async () => {
    const { raw, hash } = await signTransaction(privateKey, transaction)
    const { to, ...read } = parseTransaction(raw)
    expect({ ...read, to: parseAddress(to ?? '') }).toMatchObject({
      type: 'eip1559',
      ...transaction,
    })
    expect(keccak256(raw)).toBe(hash)
    const signer = await recoverTransactionAddress({
      serializedTransaction: raw as `0x02${string}`,
    })
    expect(signer.toLowerCase()).toBe(await walletOf(privateKey))
  })

  test('behavior: is deterministic', async () => {
    expect(await signTransaction(privateKey, transaction)).toEqual(
      await signTransaction(privateKey, transaction),
    )
  })

  test('property: decodes to the same transaction', async () => {
    const amount = fc.bigInt({ min: 0n, max: 2n ** 96n })
    const anyAttempt = fc.record({
      nonce: fc.integer({ min: 0, max: 10_000_000 }),
      value: amount,
      gas: fc.bigInt({ min: 21_000n, max: 30_000_000n }),
      tip: amount,
      fee: amount,
      data: fc.uint8Array({ maxLength: 100 }),
    })
    await fc.assert(
      fc.asyncProperty(anyAttempt, async ({ tip, fee, data, ...fields }) => {
        const input = {
          ...transaction,
          ...fields,
          data: `0x${Buffer.from(data).toString('hex')}` as Hex,
          maxFeePerGas: tip + fee,
          maxPriorityFeePerGas: tip,
        }
        const { raw } = await signTransaction(privateKey, input)
        const read = parseTransaction(raw)
        // Zero and absent are encoded the same way.
        expect(read.nonce ?? 0).toBe(input.nonce)
        expect(read.value ?? 0n).toBe(input.value)
        expect(read.data ?? '0x').toBe(input.data)
        expect(read.gas).toBe(input.gas)
        expect(read.maxFeePerGas ?? 0n).toBe(input.maxFeePerGas)
        expect(read.maxPriorityFeePerGas ?? 0n).toBe(input.maxPriorityFeePerGas)
      }),
      { seed: 1, numRuns: 100 },
    )
  })
})
