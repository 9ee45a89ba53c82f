import type { Address } from '../../../lib/hex.js'
import type { Block, Chain, Fees, Hex } from '../chain.js'
import { checkChain } from '../check-chain.js'
import { type Contract, contracts, deployer, deploymentSalt } from '../contracts.js'
import { withMargin } from '../outgoing/with-margin.js'
import { findDataFee } from './find-data-fee.js'
import { verifyContract } from './verify-contract.js'

/** What is on a chain of what we need there, and what it would take to add the rest. */
export type Survey = {
  chainId: number
  latest: Block
  wallet: Address
  balance: bigint
  /** Transactions of the wallet that wait for a block. */
  waiting: number
  hasDeployer: boolean
  fees: Fees
  steps: Step[]
  /** What is wrong with the tokens there. */
  mismatches: string[]
}

export type Step = { contract: Contract } & (
  | { kind: 'there' }
  /** It is there and not what it should be. */
  | { kind: 'wrong'; problem: string }
  /** `cost` is the most it can cost, in wei. */
  | { kind: 'missing'; gas: bigint; cost: bigint }
  | { kind: 'impossible'; reason: string }
)

/** What the contract that deploys by CREATE2 is sent. */
export function deploymentData({ initCode }: Contract): Hex {
  return `${deploymentSalt}${initCode.slice(2)}`
}

/**
 * Looks at everything that decides whether our contracts can be put on a chain.
 *
 * @throws when the chain cannot be asked, or is another one.
 */
export async function surveyDeployment(
  chain: Chain,
  { chainId, wallet }: { chainId: number; wallet: Address },
): Promise<Survey> {
  const latest = await chain.findBlock('latest')
  if (!latest) throw new Error('the chain has no blocks')
  const [balance, mined, pending, deployerCode, fees, { mismatches }] = await Promise.all([
    chain.getBalance(wallet),
    chain.getNonce(wallet, 'latest'),
    chain.getNonce(wallet, 'pending'),
    chain.findCode(deployer),
    chain.suggestFees(),
    checkChain(chain, chainId),
  ])

  const hasDeployer = deployerCode !== null
  const steps = await Promise.all(
    contracts.map((contract) => surveyContract(chain, { contract, wallet, hasDeployer, fees })),
  )
  const waiting = pending - mined
  return { chainId, latest, wallet, balance, waiting, hasDeployer, fees, steps, mismatches }
}

async function surveyContract(
  chain: Chain,
  input: { contract: Contract; wallet: Address; hasDeployer: boolean; fees: Fees },
): Promise<Step> {
  const { contract, wallet, hasDeployer, fees } = input
  if (await chain.findCode(contract.address)) {
    const problem = await verifyContract(chain, contract)
    return problem === null ? { contract, kind: 'there' } : { contract, kind: 'wrong', problem }
  }
  // Sent to an address without code it would be a transfer that succeeds and does nothing.
  if (!hasDeployer) return { contract, kind: 'impossible', reason: 'there is no CREATE2 deployer' }

  const data = deploymentData(contract)
  const estimate = await chain.estimateGas({ from: wallet, to: deployer, data, value: 0n })
  if (estimate.kind === 'reverts') {
    return { contract, kind: 'impossible', reason: estimate.reason }
  }
  const gas = withMargin(estimate.gas)
  const cost = gas * fees.maxFeePerGas + (await findDataFee(chain, data))
  return { contract, kind: 'missing', gas, cost }
}
