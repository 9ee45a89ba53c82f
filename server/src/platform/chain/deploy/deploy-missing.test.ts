import { describe, expect, test } from 'vitest'
import { type Address, type Hash, parseAddress, parseHash } from '../../../lib/hex.js'
import type { BroadcastOutcome, Chain } from '../chain.js'
import { paymentGateway, splitFactory } from '../contracts.js'
import { deployMissing } from './deploy-missing.js'
import type { Step } from './survey-deployment.js'

const signer = {
  privateKey: `0x${'7'.repeat(64)}`,
  wallet: parseAddress(`0x${'2'.repeat(40)}`) as Address,
  chainId: 84_532,
} as const
const blockHash = parseHash(`0x${'1'.repeat(64)}`) as Hash
const steps: Step[] = [splitFactory, paymentGateway].map((contract) => ({
  contract,
  kind: 'missing',
  gas: 1_000_000n,
  cost: 1n,
}))

/** The code of every contract as it should be. */
const codes = new Map(
  [splitFactory, paymentGateway]
    .flatMap((contract) => [contract, contract.implementation])
    .map(({ address, code }) => [address, code]),
)

/** Creates a chain with the given behavior. By default it mines every transaction at once. */
function aChain(behavior: {
  outcome?: BroadcastOutcome
  isMined?: boolean
  isSuccess?: boolean
  hasCode?: boolean
}) {
  const { outcome = { kind: 'accepted', isKnown: false } } = behavior
  const { isMined = true, isSuccess = true, hasCode = true } = behavior
  const sent = new Set<string>()
  const chain = {
    getNonce: async () => 5,
    suggestFees: async () => ({ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }),
    broadcast: async (raw: string) => {
      sent.add(raw)
      return outcome
    },
    findReceipt: async (hash: Hash) =>
      isMined
        ? { hash, isSuccess, blockNumber: 9n, blockHash, gasUsed: 3n, effectiveGasPrice: 1n }
        : null,
    findCode: async (address: Address) => (hasCode ? codes.get(address) : null),
  }
  return { chain: chain as unknown as Chain, sent }
}

async function deploy(chain: Chain, which = steps) {
  const lines: string[] = []
  const isDone = await deployMissing(chain, {
    steps: which,
    signer,
    polling: { withinMs: 50, everyMs: 1 },
    print: (line) => lines.push(line),
  })
  return { isDone, lines }
}

describe('deployMissing', () => {
  test('default', async () => {
    const { chain, sent } = aChain({})
    const mined = expect.stringMatching(/^In block 9: 0x[0-9a-f]{64}, 3 gas used, 0\.0+3 ETH$/)
    expect(await deploy(chain)).toEqual({
      isDone: true,
      lines: ['Sending SplitFactory ...', mined, 'Sending PaymentGateway ...', mined],
    })
    expect(sent.size).toBe(2)
  })

  test('behavior: skips deployed contracts', async () => {
    const { chain, sent } = aChain({})
    const existingSteps: Step[] = steps.map(({ contract }) => ({ contract, kind: 'deployed' }))
    expect(await deploy(chain, existingSteps)).toEqual({ isDone: true, lines: [] })
    expect(sent.size).toBe(0)
  })

  test.each([
    ['a rejected transaction', { outcome: { kind: 'unfunded' } }, /^Not sent: the wallet/],
    ['a transaction that is not mined', { isMined: false }, /^Not in a block yet: 0x[0-9a-f]{64}/],
    ['a revert', { isSuccess: false }, /^SplitFactory at 0x\w{40} was not deployed/],
    ['a contract without code', { hasCode: false }, /^SplitFactory at 0x\w{40} has no code/],
  ] as const)('error: stops after %s', async (_, behavior, problem) => {
    const unmined = 'outcome' in behavior ? { isMined: false } : {}
    const { chain, sent } = aChain({ ...unmined, ...behavior })
    const { isDone, lines } = await deploy(chain)
    expect(isDone).toBe(false)
    expect(lines.at(-1)).toMatch(problem)
    expect(sent.size).toBe(1)
  })
})
