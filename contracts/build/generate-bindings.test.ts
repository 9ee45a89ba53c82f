import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Artifact, Artifacts } from './artifacts.js'
import { bindings } from './generate-bindings.js'

const committed: Artifacts = JSON.parse(
  readFileSync(new URL('../artifacts.json', import.meta.url), 'utf8'),
)
const code = { bytecode: '0x01', deployedBytecode: '0x02', immutables: [] } as const
const artifacts: Artifacts = {
  sourceHash: '',
  contracts: Object.fromEntries(
    Object.entries(committed.contracts).map(([name, { abi }]) => [name, { abi, ...code }]),
  ),
}
const withContract = (name: string, parts: Partial<Artifact>) => {
  const artifact = { abi: [], ...code, ...parts }
  return { ...artifacts, contracts: { ...artifacts.contracts, [name]: artifact } }
}
const folder = 'server/src/platform/chain/generated'
const getEthBalance = {
  type: 'function',
  name: 'getEthBalance',
  inputs: [],
  outputs: [],
  stateMutability: 'view',
} as const
const aggregate3 = { ...getEthBalance, name: 'aggregate3' } as const
const parameter = { name: 'account', type: 'address' } as const
const internalType = 'address'

describe('bindings', () => {
  test('default', () => {
    const files = bindings(artifacts)

    expect(Object.keys(files)).toEqual(
      [
        'merchant-split',
        'split-factory',
        'payment-gateway',
        'spend-permission-manager',
        'subscription-charger',
        'test-contracts',
      ].map((name) => `${folder}/${name}.ts`),
    )
  })

  test('behavior: omits the types of the source from an ABI', () => {
    const typed = { ...getEthBalance, inputs: [{ ...parameter, internalType }] }
    const files = bindings(withContract('TestMulticall', { abi: [aggregate3, typed] }))
    const abi = [aggregate3, { ...getEthBalance, inputs: [parameter] }]
    const text = files[`${folder}/test-contracts.ts`] ?? ''
    expect(text.split('\n\n').slice(-2)).toEqual([
      [
        'export const testMulticallAbi = [',
        ...abi.map(({ name, ...part }) => `  ${JSON.stringify({ name, ...part })},`),
        '] as const',
      ].join('\n'),
      "/** Runtime code. */\nexport const testMulticallCode =\n  '0x02'\n",
    ])
  })

  test('behavior: exports only the parts of an ABI that are used', () => {
    const split = bindings(artifacts)[`${folder}/merchant-split.ts`] ?? ''
    const parts: { name: string }[] = Array.from(split.matchAll(/^ {2}(\{.*\}),$/gm), ([, part]) =>
      JSON.parse(part ?? ''),
    )
    expect(new Set(parts.map(({ name }) => name))).toEqual(
      new Set(['distribute', 'releasable', 'release', 'totalReleased']),
    )
  })

  test('behavior: exports creation code of deployed contracts and runtime code of placed ones', () => {
    const files = bindings(artifacts)
    expect(files[`${folder}/split-factory.ts`]).toContain("splitFactoryBytecode =\n  '0x01'")
    expect(files[`${folder}/test-contracts.ts`]).toContain("testUsdcCode =\n  '0x02'")
    expect(files[`${folder}/test-contracts.ts`]).not.toContain('0x01')
  })

  test('behavior: exports where the runtime code holds immutable values', () => {
    const files = bindings(withContract('Deposit', { immutables: [[7, 90], [12]] }))
    expect(files[`${folder}/payment-gateway.ts`]).toContain(
      'depositImmutables = [[7, 90], [12]] as const\n',
    )
    expect(files[`${folder}/split-factory.ts`]).not.toContain('Immutables')
  })

  test('error: throws on a missing contract', () => {
    const { TestUSDC: _, ...contracts } = artifacts.contracts
    expect(() => bindings({ ...artifacts, contracts })).toThrow('no contract TestUSDC')
  })

  test('error: throws on a missing part of an ABI', () => {
    const isLeft = (part: Artifact['abi'][number]) => !('name' in part && part.name === 'release')
    const abi = committed.contracts['MerchantSplit']?.abi.filter(isLeft) ?? []
    expect(() => bindings(withContract('MerchantSplit', { abi }))).toThrow('no part release')
  })
})
