import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../lib/hex.js'
import { projectRoot } from '../project-root.js'
import { actions, describeFees, describePlatformWallet, describeRelayer } from './check-wallets.js'

const wallet = knownAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
const gwei = 1_000_000_000n

describe('actions', () => {
  test('default: covers the measured gas', () => {
    const path = join(projectRoot(), 'contracts', 'gas.json')
    const { gateway, split } = JSON.parse(readFileSync(path, 'utf8'))
    const settlement = gateway['flush USDC, first'].gas + split['distribute USDC to two'].gas
    const measured = {
      payments: gateway['payWithAuthorization USDC'].gas,
      settlement,
      deployments: split['create, two recipients'].gas,
    }
    for (const [role, gas] of Object.entries(measured)) {
      const assumed = Number(actions[role as keyof typeof measured].gas)
      expect(assumed).toBeGreaterThanOrEqual(gas)
      expect(assumed).toBeLessThan(gas * 1.1)
    }
  })
})

describe('describeFees', () => {
  const feesOf = (baseFeePerGas: bigint) =>
    describeFees({ baseFeePerGas, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }, 5n * gwei)

  test('default', () => {
    expect(feesOf(12_500_000n)).toMatchObject({
      status: 'ok',
      message: 'The base fee is 0.0125 gwei, below MAX_FEE_GWEI (5).',
    })
    expect(feesOf((5n * gwei) / 2n).status).toBe('ok')
  })

  test('error: warns close to the limit, and fails above it', () => {
    expect(feesOf((5n * gwei) / 2n + 1n).status).toBe('warning')
    expect(feesOf(5n * gwei).status).toBe('warning')
    expect(feesOf(5n * gwei + 1n).status).toBe('problem')
  })
})

describe('describeRelayer', () => {
  const describeWith = (fields: { balance: bigint; roles?: ('settlement' | 'deployments')[] }) =>
    describeRelayer({
      wallet,
      roles: ['settlement', 'deployments'],
      feePerGas: gwei,
      dataFee: 10_000n * gwei,
      chainId: 84_532,
      ...fields,
    })
  // 170,000 gas at one gwei, and the data fee.
  const onePayment = 180_000n * gwei

  test('default', () => {
    const { status, message } = describeWith({ balance: 500n * onePayment })
    expect(status).toBe('ok')
    expect(message).toContain('has 0.09 ETH, enough for 500 settled payments or 947 new splits')
  })

  test.each([
    [0n, 'problem', 'cannot pay for gas'],
    [onePayment - 1n, 'problem', 'too little'],
    [onePayment, 'warning', 'enough for 1 settled payments'],
    [500n * onePayment - 1n, 'warning', 'enough for 499 settled payments'],
  ])('error: a balance of %d wei', (balance, status, message) => {
    const finding = describeWith({ balance })
    expect(finding).toMatchObject({ status, message: expect.stringContaining(message) })
    expect(finding.fix).toContain('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  })

  test('behavior: counts only what the wallet signs', () => {
    const { message } = describeWith({ balance: 10n ** 18n, roles: ['deployments'] })
    expect(message).toContain('new splits')
    expect(message).not.toContain('settled')
  })
})

describe('describePlatformWallet', () => {
  test('default', () => {
    expect(describePlatformWallet(wallet, []).status).toBe('ok')
    expect(describePlatformWallet(undefined, []).status).toBe('skipped')
  })

  test('error: warns when its key is on the server', () => {
    expect(describePlatformWallet(wallet, [wallet]).status).toBe('warning')
  })
})
