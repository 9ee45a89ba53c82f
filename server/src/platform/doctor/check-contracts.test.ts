import { describe, expect, test } from 'vitest'
import { contracts } from '../chain/contracts.js'
import { describeExternal, describeOwn } from './check-contracts.js'

describe('describeExternal', () => {
  test('default', () => {
    expect(describeExternal([])).toMatchObject([{ status: 'ok' }])
  })

  test('error: repeats each mismatch', () => {
    expect(describeExternal(['CHAIN_RPC_URL: USDC has no code'])).toMatchObject([
      { status: 'problem', message: 'CHAIN_RPC_URL: USDC has no code.' },
    ])
  })
})

describe('describeOwn', () => {
  test('default', () => {
    expect(describeOwn({ mismatches: [], missingContracts: [] })).toMatchObject([{ status: 'ok' }])
  })

  test('error: names missing contracts and the command', () => {
    const [finding] = describeOwn({ mismatches: [], missingContracts: contracts })
    expect(finding).toMatchObject({ status: 'problem', fix: 'Run: npm run deploy-contracts' })
    for (const { name } of contracts) {
      expect(finding?.message).toMatch(new RegExp(`${name} \\(0x\\w{40}\\)[,.]`))
    }
  })

  test('error: reports altered contracts beside missing ones', () => {
    const findings = describeOwn({ mismatches: ['X has other code'], missingContracts: contracts })
    expect(findings.map(({ status }) => status)).toEqual(['problem', 'problem'])
    expect(describeOwn({ mismatches: ['X has other code'], missingContracts: [] })).toHaveLength(1)
  })
})
