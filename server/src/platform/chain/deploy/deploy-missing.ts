import { checksumAddress } from '../../../lib/hex.js'
import type { Chain } from '../chain.js'
import { verifyContract } from '../check-chain.js'
import type { Contract } from '../contracts.js'
import { formatNative } from './describe-survey.js'
import { type Polling, type Signer, sendContract } from './send-contract.js'
import type { Step } from './survey-deployment.js'

/**
 * Deploys missing contracts one by one, verifies each and reports progress. Stops at the first
 * failure and returns whether all succeeded.
 *
 * @throws when the chain does not respond.
 */
export async function deployMissing(
  chain: Chain,
  input: {
    steps: readonly Step[]
    signer: Signer
    polling: Polling
    print: (line: string) => void
  },
): Promise<boolean> {
  const { steps, signer, polling, print } = input
  // Counted locally from here, because a node behind a load balancer may lag.
  let nonce = await chain.getNonce(signer.wallet, 'latest')
  for (const step of steps) {
    if (step.kind !== 'missing') continue
    const { contract, gas } = step
    print(`Sending ${contract.name} ...`)
    const outcome = await sendContract(chain, { contract, gas, nonce, signer, polling })
    if (outcome.kind === 'refused') {
      print(`Not sent: ${outcome.reason}.`)
      return false
    }
    if (outcome.kind === 'unknown') {
      print(`Not in a block yet: ${outcome.hash}. Run this command again once it is.`)
      return false
    }

    nonce += 1
    const { hash, blockNumber, gasUsed, effectiveGasPrice, isSuccess } = outcome.receipt
    const cost = formatNative(gasUsed * effectiveGasPrice, signer.chainId)
    print(`In block ${blockNumber}: ${hash}, ${gasUsed} gas used, ${cost}`)
    const problem = isSuccess
      ? await findProblem(chain, contract)
      : 'was not deployed: the transaction reverted'
    if (problem !== null) {
      print(`${contract.name} at ${checksumAddress(contract.address)} ${problem}.`)
      return false
    }
  }
  return true
}

async function findProblem(chain: Chain, contract: Contract): Promise<string | null> {
  const verdict = await verifyContract(chain, contract)
  if (verdict.kind === 'intact') return null
  return verdict.kind === 'altered' ? verdict.problem : 'has no code'
}
