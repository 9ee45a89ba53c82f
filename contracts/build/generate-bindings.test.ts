import { describe, expect, test } from 'vitest'
import type { Artifacts } from './artifacts.js'
import { bindings } from './generate-bindings.js'

const artifact = {
  abi: [{ type: 'error', name: 'Refused', inputs: [] }],
  bytecode: '0x01',
  deployedBytecode: '0x02',
} as const
const names = [
  'MerchantSplit',
  'SplitFactory',
  'PaymentGateway',
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
        'payment-gateway',
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
      ].join('\n'),
    )
  })

  test('behavior: exports creation code of deployed contracts and runtime code of placed ones', () => {
    const files = bindings(artifacts)
    expect(files[`${folder}/split-factory.ts`]).toContain("splitFactoryBytecode =\n  '0x01'")
    expect(files[`${folder}/test-usdc.ts`]).toContain("testUsdcCode =\n  '0x02'")
    expect(files[`${folder}/test-usdc.ts`]).not.toContain('0x01')
  })

  test('error: throws on a missing contract', () => {
    const { TestUSDC: _, ...contracts } = artifacts.contracts
    expect(() => bindings({ ...artifacts, contracts })).toThrow('no contract TestUSDC')
  })
})
