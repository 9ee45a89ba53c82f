import { describe, expect, test } from 'vitest'
import { type Address, type Hash, parseAddress, parseHash } from '../../../lib/hex.js'
import { paymentGateway, splitFactory } from '../contracts.js'
import { findObstacles } from './find-obstacles.js'
import type { Step, Survey } from './survey-deployment.js'

const hash = parseHash(`0x${'1'.repeat(64)}`) as Hash
const wallet = parseAddress(`0x${'2'.repeat(40)}`) as Address
const oneEther = 10n ** 18n

const missing = (contract: Step['contract']): Step => ({
  contract,
  kind: 'missing',
  gas: 1_000_000n,
  cost: oneEther,
})

/** A survey of a chain without our contracts, which a wallet with three ether can deploy. */
const aSurvey = (fields: Partial<Survey> = {}): Survey => ({
  chainId: 8_453,
  latest: { number: 42n, hash, parentHash: hash, timestampSeconds: 0n },
  wallet,
  balance: 3n * oneEther,
  waiting: 0,
  hasDeployer: true,
  fees: { maxFeePerGas: 1_500_000_000n, maxPriorityFeePerGas: 1n },
  steps: [missing(splitFactory), missing(paymentGateway)],
  mismatches: [],
  ...fields,
})

const allThere: Step[] = [splitFactory, paymentGateway].map((contract) => ({
  contract,
  kind: 'deployed',
}))

describe('findObstacles', () => {
  test('default: returns none when the contracts can be deployed', () => {
    expect(findObstacles(aSurvey())).toEqual([])
  })

  test('behavior: compares the balance to the last wei', () => {
    expect(findObstacles(aSurvey({ balance: 2n * oneEther }))).toEqual([])
    expect(findObstacles(aSurvey({ balance: 2n * oneEther - 1n }))).toEqual([
      `The wallet has 1.999999999999999999 ETH and may need 2 ETH: send 0.000000000000000001 ETH to ${wallet}.`,
    ])
  })

  test('behavior: counts only the cost of missing contracts', () => {
    const steps = [allThere[0] as Step, missing(paymentGateway)]
    expect(findObstacles(aSurvey({ balance: oneEther, steps }))).toEqual([])
  })

  test('behavior: reports only a missing CREATE2 deployer', () => {
    const steps: Step[] = [splitFactory, paymentGateway].map((contract) => ({
      contract,
      kind: 'impossible',
      reason: 'there is no CREATE2 deployer',
    }))
    expect(findObstacles(aSurvey({ hasDeployer: false, steps, balance: 0n }))).toEqual([
      expect.stringMatching(/no CREATE2 deployer at 0x4e59b44847b379578588920cA78FbF26c0B4956C/),
    ])
  })

  test('behavior: reports a contract that would revert', () => {
    const steps: Step[] = [{ contract: splitFactory, kind: 'impossible', reason: 'no room' }]
    expect(findObstacles(aSurvey({ steps }))).toEqual(['SplitFactory cannot be deployed: no room.'])
  })

  test('behavior: reports pending transactions', () => {
    expect(findObstacles(aSurvey({ waiting: 2 }))).toEqual([
      expect.stringMatching(/^The wallet has 2 pending transaction\(s\)/),
    ])
  })

  test('behavior: needs no balance when everything is deployed', () => {
    const bare = { balance: 0n, waiting: 1, hasDeployer: false }
    expect(findObstacles(aSurvey({ steps: allThere, ...bare }))).toEqual([])
  })

  test('error: reports wrong contracts and tokens', () => {
    const steps: Step[] = [{ contract: splitFactory, kind: 'wrong', problem: 'runs another' }]
    expect(findObstacles(aSurvey({ steps, mismatches: ['USDC has no code'] }))).toEqual([
      'USDC has no code',
      expect.stringMatching(/^SplitFactory at 0x[0-9a-fA-F]{40} runs another\.$/),
    ])
  })
})
