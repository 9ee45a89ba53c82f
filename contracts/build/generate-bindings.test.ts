import { describe, expect, test } from 'vitest'
import type { Artifacts } from './artifacts.js'
import { bindings } from './generate-bindings.js'

const artifact = {
  abi: [{ type: 'error', name: 'Refused', inputs: [] }],
  bytecode: '0x01',
  deployedBytecode: '0x02',
  immutables: [],
} as const
const names = [
  'MerchantSplit',
  'SplitFactory',
  'Deposit',
  'PaymentGateway',
  'SignatureValidator',
  'SpendPermissionManager',
  'PlanSpender',
  'SubscriptionCharger',
  'TestUSDC',
  'TestUSDT',
  'TestEURC',
  'TestMulticall',
  'HostileToken',
]
const artifacts: Artifacts = {
  sourceHash: '',
  contracts: Object.fromEntries(names.map((name) => [name, artifact])),
}
const folder = 'server/src/platform/chain/generated'

describe('bindings', () => {
  test('default', () => {
    const files = bindings(artifacts)

    expect(Object.keys(files)).toEqual(
      [
        'merchant-split',
        'split-factory',
        'deposit',
        'payment-gateway',
        'signature-validator',
        'spend-permission-manager',
        'plan-spender',
        'subscription-charger',
        'test-usdc',
        'test-usdt',
        'test-eurc',
        'test-multicall',
      ].map((name) => `${folder}/${name}.ts`),
    )
    expect(files[`${folder}/merchant-split.ts`]).toBe(
      [
        '// Generated from contracts/artifacts.json: npm run generate',
        '',
        'export const merchantSplitAbi = [',
        '  {',
        '    "type": "error",',
        '    "name": "Refused",',
        '    "inputs": []',
        '  }',
        '] as const',
        '',
        '/** Runtime code. */',
        'export const merchantSplitCode =',
        "  '0x02'",
        '',
      ].join('\n'),
    )
  })

  test('behavior: exports creation code of deployed contracts and runtime code of placed ones', () => {
    const files = bindings(artifacts)
    expect(files[`${folder}/split-factory.ts`]).toContain("splitFactoryBytecode =\n  '0x01'")
    expect(files[`${folder}/test-usdc.ts`]).toContain("testUsdcCode =\n  '0x02'")
    expect(files[`${folder}/test-usdc.ts`]).not.toContain('0x01')
  })

  test('behavior: exports where the runtime code holds immutable values', () => {
    const deposit = { ...artifact, immutables: [[7, 90], [12]] }
    const files = bindings({
      ...artifacts,
      contracts: { ...artifacts.contracts, Deposit: deposit },
    })
    expect(files[`${folder}/deposit.ts`]).toContain(
      'depositImmutables = [[7, 90], [12]] as const\n',
    )
    expect(files[`${folder}/split-factory.ts`]).not.toContain('Immutables')
  })

  test('error: throws on a missing contract', () => {
    const { TestUSDC: _, ...contracts } = artifacts.contracts
    expect(() => bindings({ ...artifacts, contracts })).toThrow('no contract TestUSDC')
  })
})
