import type { Address } from '../../../lib/hex.js'
import type { Block, Chain, Fees, Hex } from '../chain.js'
import { checkExternalContracts, verifyContract } from '../check-chain.js'
import { type Contract, contracts, deployer, deploymentSalt } from '../contracts.js'
import { withMargin } from '../outgoing/gas-limits.js'
import { findDataFee } from './find-data-fee.js'

/** The deployment state of a chain, and the cost of missing contracts. */
export type Survey = {
  chainId: number
  latest: Block
  wallet: Address
  balance: bigint
  /** Pending transactions of the wallet. */
  waiting: number
  hasDeployer: boolean
  fees: Fees
  steps: Step[]
  /** Problems with the tokens. */
  mismatches: string[]
}

export type Step = { contract: Contract } & (
  | { kind: 'deployed' }
  /** Another contract is deployed there. */
  | { kind: 'wrong'; problem: string }
  /** `cost` is the maximum in wei. */
  | { kind: 'missing'; gas: bigint; cost: bigint }
  | { kind: 'impossible'; reason: string }
)

/** Returns the call data for the CREATE2 deployer. */
export function deploymentData({ initCode }: Contract): Hex {
  return `${deploymentSalt}${initCode.slice(2)}`
}

/**
 * Reads everything that decides whether our contracts can be deployed.
 *
 * @throws when the chain does not respond or has another id.
 */
export async function surveyDeployment(
  chain: Chain,
  { chainId, wallet }: { chainId: number; wallet: Address },
): Promise<Survey> {
  const latest = await chain.findBlock('latest')
  if (!latest) throw new Error('the chain has no blocks')
  const [balance, mined, pending, deployerCode, fees, mismatches] = await Promise.all([
    chain.getBalance(wallet),
    chain.getNonce(wallet, 'latest'),
    chain.getNonce(wallet, 'pending'),
    chain.findCode(deployer),
    chain.suggestFees(),
    checkExternalContracts(chain, chainId),
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
  const verdict = await verifyContract(chain, contract)
  if (verdict.kind === 'intact') return { contract, kind: 'deployed' }
  if (verdict.kind === 'altered') return { contract, kind: 'wrong', problem: verdict.problem }
  // A call to an address without code succeeds and does nothing.
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
